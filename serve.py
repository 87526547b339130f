"""Serve the app with its own routes and middleware: `streamlit run serve.py`; `app.py` is enough for development."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from streamlit import config
from streamlit.starlette import App

from pr_curve_lab.server.asgi.classroom import classroom_routes
from pr_curve_lab.server.asgi.headers import AllowedHosts, AllowedNames, SecurityHeaders, check_frame_ancestors
from pr_curve_lab.server.asgi.startup import prepare
from pr_curve_lab.server.asgi.static_files import Document, StaticFiles, document_with_style, script_hashes
from pr_curve_lab.server.network import (
    ANCESTORS_VARIABLE,
    HOSTS_VARIABLE,
    base_path,
    end_with_parent,
    list_from_env,
    print_url,
)
from pr_curve_lab.views.page_frame import STYLE


@asynccontextmanager
async def warm(_: App) -> AsyncIterator[None]:
    """Prepare the app before it serves the first visitor, and print its URL."""
    end_with_parent()
    await prepare()
    print_url(listening, st.get_option("server.port"), base)
    yield


document = document_with_style(STYLE)
listening = str(st.get_option("server.address") or "")
base = base_path(st.get_option("server.baseUrlPath"))
ancestors = check_frame_ancestors(list_from_env(ANCESTORS_VARIABLE))
if ancestors:  # a frame may have no cookies for Streamlit's token; AllowedHosts checks Origin instead
    config.set_option("server.enableXsrfProtection", False)
app = App(
    "app.py",
    lifespan=warm,
    routes=classroom_routes(base, listening),
    middleware=[
        Middleware(SecurityHeaders, base=base, scripts=script_hashes(document), ancestors=ancestors),
        Middleware(AllowedHosts, base=base, allowed=AllowedNames.of(listening, list_from_env(HOSTS_VARIABLE))),
        Middleware(StaticFiles, base=base),
        Middleware(Document, base=base, document=document),
    ],
)
