"""A visitor without a browser: speaks the app's own protocol, opens pages and moves controls as the browser does."""

from __future__ import annotations

import asyncio
import time

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

LONGEST_RUN = 60  # s


class ProtocolVisitor:
    """One tab: its connection, the controls that it has seen, and the values that it gave them."""

    def __init__(self, address: str) -> None:
        self._address = address.replace("http", "ws", 1) + "/_stcore/stream"
        self.sliders: dict[str, Slider] = {}  # by key
        self._values: dict[str, WidgetState] = {}
        self._connection: ClientConnection | None = None
        self.page, self._query = "", ""

    async def __aenter__(self) -> ProtocolVisitor:
        self._connection = await connect(
            self._address, subprotocols=["streamlit"], max_size=None, open_timeout=LONGEST_RUN
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def open(self, page: str, query: str = "") -> float:
        """Open a page by its address, in this tab; the seconds until the last of it has come."""
        self.page, self._query = page, query
        self._values.clear()
        self.sliders.clear()
        return await self._run()

    async def move(self, key: str, share: float) -> float:
        """Move a slider to a share of its way; the seconds until the run has ended."""
        slider = self.sliders[key]
        value = round(slider.min + share * (slider.max - slider.min))
        state = self._values[key] = WidgetState(id=slider.id)
        if slider.options:  # the browser hands back the words that it shows
            state.string_array_value.data[:] = [slider.options[value]]
        else:
            state.double_array_value.data[:] = [value]
        return await self._run()

    async def _run(self) -> float:
        message = BackMsg()
        asked = message.rerun_script
        asked.page_name, asked.query_string = self.page, self._query
        asked.widget_states.widgets.extend(self._values.values())
        asked.context_info.url = f"{self._address}/{self.page}"
        asked.context_info.timezone, asked.context_info.locale = "UTC", "en-US"
        assert self._connection is not None
        start = time.perf_counter()
        await self._connection.send(message.SerializeToString())
        await asyncio.wait_for(self._until_finished(), LONGEST_RUN)
        return time.perf_counter() - start

    async def _until_finished(self) -> None:
        """Read until the run has ended; an end of the connection is an error."""
        assert self._connection is not None
        async for answer in self._connection:
            message = ForwardMsg.FromString(answer)
            if message.HasField("delta"):
                self._note(message)
            if message.HasField("script_finished") and message.script_finished in (
                ForwardMsg.FINISHED_SUCCESSFULLY,
                ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
            ):
                return
        raise ConnectionError("the server ended the connection")

    def _note(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        if element.HasField("slider"):
            self.sliders[element.slider.id.rpartition("-")[2]] = element.slider
        if element.HasField("exception"):
            raise RuntimeError(element.exception.message)
