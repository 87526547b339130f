"""A visitor without a browser: by the app's own protocol opens pages, moves controls and uploads as a browser does."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from uuid import uuid4

from streamlit.proto.AutoRerun_pb2 import AutoRerun
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Selectbox_pb2 import Selectbox
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

LONGEST_RUN = 60  # s


class ProtocolVisitor:
    """One tab: its connection, the controls that it has seen, and the values that it gave them."""

    def __init__(self, address: str) -> None:
        self._host, _, base = address.removeprefix("http://").partition("/")
        self._base = f"/{base}" if base else ""
        self.sliders: dict[str, Slider | BidiComponent] = {}  # by key
        self.choices: dict[str, Selectbox | ButtonGroup] = {}  # likewise
        self.repeated: dict[str, AutoRerun] = {}  # parts of the page that ask to run again, by their number
        self.messages: list[ForwardMsg] = []  # of the last run
        self.page, self._query = "", ""
        self.has_brought_rows = False
        self.cookie, self._token = "", ""
        self._session, self._uploader = "", ""
        self._files: FileURLs | None = None
        self._values: dict[str, WidgetState] = {}
        self._connection: ClientConnection | None = None

    async def __aenter__(self) -> ProtocolVisitor:
        address = f"ws://{self._host}{self._base}/_stcore/stream"
        self.cookie = await asyncio.to_thread(self._first_cookie)
        self._connection = await connect(
            address,
            subprotocols=[Subprotocol("streamlit")],
            additional_headers={"cookie": self.cookie},
            max_size=None,
            open_timeout=LONGEST_RUN,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Close the tab, whatever is going on."""
        if self._connection is not None:
            await self._connection.close()

    async def open(self, page: str, query: str = "") -> float:
        """Open a page by its address, in this tab; the seconds until the last of it has come."""
        self.page, self._query = page, query
        self._values.clear()
        self._forget_controls()
        return await self._run()

    async def move(self, key: str, share: float) -> float:
        """Move a slider to a share of its way; the seconds until the run has ended."""
        slider = self.sliders[key]
        state = self._values[key] = WidgetState(id=slider.id)
        if isinstance(slider, BidiComponent):  # that of the threshold
            data = json.loads(slider.json)
            index = data["indices"][round(share * (len(data["indices"]) - 1))]
            state.json_value = json.dumps({"moved": {"index": index, "count": data["received"] + 1}})
            return await self._run()
        value = round(slider.min + share * (slider.max - slider.min))
        if slider.options:  # the browser hands back the words that it shows
            state.string_array_value.data[:] = [slider.options[value]]
        else:
            state.double_array_value.data[:] = [value]
        return await self._run()

    def options(self, key: str) -> list[str]:
        """What a select box or a row of buttons offers, as it shows it; nothing where the page has no such control."""
        control = self.choices.get(key)
        if control is None:
            return []
        return [one if isinstance(one, str) else one.content for one in control.options]

    async def choose(self, key: str, number: int) -> float:
        """Choose one of these options by its number; the seconds until the run has ended."""
        control, option = self.choices[key], self.options(key)[number]
        state = self._values[key] = WidgetState(id=control.id)
        if isinstance(control, Selectbox):
            state.string_value = option
        else:
            state.string_array_value.data[:] = [option]
        return await self._run()

    async def stay(self, seconds: float) -> None:
        """Look at the page for so long; its parts that ask for it are run again, as a browser does."""
        end = time.perf_counter() + seconds
        while self.repeated:
            part, asked = next(iter(self.repeated.items()))
            if time.perf_counter() + asked.interval > end:
                break
            await asyncio.sleep(asked.interval)
            await self._run(part)
        await asyncio.sleep(max(0.0, end - time.perf_counter()))

    def _forget_controls(self) -> None:
        self.sliders.clear()
        self.choices.clear()

    def _first_cookie(self) -> str:
        """Ask for the document as a browser does, and keep the cookies that come with it and with a first answer."""
        connection = http.client.HTTPConnection(self._host, timeout=LONGEST_RUN)
        cookies: dict[str, str] = {}
        for path in ("/areas", "/_stcore/health"):
            connection.request("GET", self._base + path, headers={"cookie": _as_header(cookies)})
            answer = connection.getresponse()
            answer.read()
            for cookie in answer.headers.get_all("set-cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                cookies[name] = value
        connection.close()
        self._token = cookies.get("_streamlit_xsrf", "")
        return _as_header(cookies)

    async def upload(self, name: str, content: bytes) -> float:
        """Upload a file on the data page; the seconds from when it is there until the run has ended."""
        await self.open("data")
        message = BackMsg()
        asked = message.file_urls_request
        asked.request_id, asked.session_id = uuid4().hex, self._session
        asked.file_names.append(name)
        await self._send(message)
        await asyncio.wait_for(self._until("file_urls_response"), LONGEST_RUN)
        assert self._files is not None
        await asyncio.to_thread(self._put, self._files.upload_url, name, content)
        state = self._values["upload"] = WidgetState(id=self._uploader)
        file = state.file_uploader_state_value.uploaded_file_info.add(
            name=name, size=len(content), file_id=self._files.file_id
        )
        file.file_urls.CopyFrom(self._files)
        self.has_brought_rows = True
        return await self._run()

    def _put(self, path: str, name: str, content: bytes) -> None:
        connection = http.client.HTTPConnection(self._host, timeout=LONGEST_RUN)
        border = uuid4().hex
        head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        headers = {
            "content-type": f"multipart/form-data; boundary={border}",
            "cookie": self.cookie,
            "x-xsrftoken": self._token,
        }
        connection.request(
            "PUT", self._base + path, head.encode() + content + f"\r\n--{border}--\r\n".encode(), headers
        )
        answer = connection.getresponse()
        if answer.status >= 300:
            raise RuntimeError(f"upload refused: {answer.status} {answer.read()!r}")
        connection.close()

    async def _run(self, part: str = "") -> float:
        message = BackMsg()
        asked = message.rerun_script
        if part:
            asked.fragment_id, asked.is_auto_rerun = part, True
        self.repeated.clear()
        asked.page_name, asked.query_string = self.page, self._query
        asked.widget_states.widgets.extend(self._values.values())
        asked.context_info.url = f"http://{self._host}{self._base}/{self.page}"
        asked.context_info.timezone, asked.context_info.locale = "UTC", "en-US"
        self.messages.clear()
        start = time.perf_counter()
        await self._send(message)
        await asyncio.wait_for(self._until("script_finished"), LONGEST_RUN)
        return time.perf_counter() - start

    async def _send(self, message: BackMsg) -> None:
        assert self._connection is not None
        await self._connection.send(message.SerializeToString())

    async def _until(self, awaited: str) -> None:
        """Read until what is awaited has come; an end of the connection is an error."""
        assert self._connection is not None
        async for answer in self._connection:
            message = ForwardMsg.FromString(answer)
            self._note(message)
            if message.HasField(awaited) and not _goes_on(message):
                return
        raise ConnectionError("the server ended the connection")

    def _note(self, message: ForwardMsg) -> None:
        self.messages.append(message)
        if message.HasField("new_session"):
            self._session = message.new_session.initialize.session_id
        if message.HasField("file_urls_response"):
            (self._files,) = message.file_urls_response.file_urls
        if message.HasField("page_info_changed"):
            self._query = message.page_info_changed.query_string
        if message.HasField("auto_rerun"):
            self.repeated[message.auto_rerun.fragment_id] = message.auto_rerun
        element = message.delta.new_element
        if element.HasField("slider"):
            self.sliders[_key(element.slider)] = element.slider
        if element.HasField("bidi_component") and _key(element.bidi_component) == "threshold_slider":
            self.sliders["threshold"] = element.bidi_component
        if element.HasField("selectbox"):
            self.choices[_key(element.selectbox)] = element.selectbox
        if element.HasField("button_group"):
            self.choices[_key(element.button_group)] = element.button_group
        if element.HasField("file_uploader"):
            self._uploader = element.file_uploader.id
        if element.HasField("exception"):
            raise RuntimeError(element.exception.message)


def _key(control: Slider | BidiComponent | Selectbox | ButtonGroup) -> str:
    return control.id.rpartition("-")[2]


def _as_header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def _goes_on(message: ForwardMsg) -> bool:
    """Whether a run has ended only to begin once more."""
    ends = ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
    return message.HasField("script_finished") and message.script_finished not in ends
