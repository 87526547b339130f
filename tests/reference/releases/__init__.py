"""What released versions of tools report: `PROBES` says how they are asked, `run.py` asks, `values` keeps it."""

from __future__ import annotations

import importlib
import pkgutil

from tests.reference.releases.probe import Probe

PROBES: dict[str, Probe] = {
    probe.key: probe
    for module in pkgutil.iter_modules(__path__)
    if module.name.startswith("probes_")
    for probe in importlib.import_module(f"{__name__}.{module.name}").PROBES
}
