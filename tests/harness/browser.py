"""A browser without a window, for tests of pages: Chromium, led by chromedriver with the WebDriver protocol.

    with Browser() as browser:
        browser.open("file:///.../index.html")
        browser.run("return document.title")

Everything has a limit. A fault of a page is an exception here.
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Iterator, Optional

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
START_SECONDS = 120.0
SCRIPT_SECONDS = 300  # a host may be busy; the driver's own limit is 30
CALL_SECONDS = SCRIPT_SECONDS + 10.0
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1")
KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "Home": "\ue011", "End": "\ue010",
        "PageDown": "\ue00f", "PageUp": "\ue00e", "Escape": "\ue00c", "Enter": "\ue007"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's key for an element


def missing() -> Optional[str]:
    """The reason why there is no browser to drive; None where there is one."""
    absent = [Path(program).name for program in (CHROMIUM, DRIVER) if not shutil.which(program)]
    return f"no {' and no '.join(absent)} here; ./trapline test --all installs them" if absent else None


class BrowserError(Exception):
    """The browser's words about a call that failed."""


class Browser:
    """A session. A context manager: leaving it ends the browser and removes what it has written."""

    def __init__(self, width: int = 1440, height: int = 900) -> None:
        self._size = width, height
        self._session = ""
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the driver is on this machine: no proxy is asked

    def __enter__(self) -> "Browser":
        with contextlib.ExitStack() as stack:
            folder = tempfile.mkdtemp(prefix="trapline-")
            stack.callback(shutil.rmtree, folder, ignore_errors=True)  # the browser may still write while it ends
            self._driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
            stack.callback(self._end)
            self._address = f"http://127.0.0.1:{self._port()}"
            options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={folder}", "--window-size={},{}".format(*self._size)]}
            limits = {"script": SCRIPT_SECONDS * 1000, "pageLoad": SCRIPT_SECONDS * 1000}
            wanted = {"goog:chromeOptions": options, "timeouts": limits, "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}}
            self._session = "/session/" + self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    def _end(self) -> None:
        if self._session:
            with contextlib.suppress(Exception):
                self._call("DELETE", self._session)
        self._driver.terminate()
        try:
            self._driver.wait(10)
        except subprocess.TimeoutExpired:
            self._driver.kill()
        assert self._driver.stdout
        self._driver.stdout.close()

    def _port(self) -> str:
        """The port that the driver has chosen: a line of its output names it."""
        end = time.monotonic() + START_SECONDS
        assert self._driver.stdout
        for line in self._driver.stdout:
            if match := re.search(r"on port ([1-9]\d*)", line):
                return match[1]
            if time.monotonic() > end:
                break
        raise BrowserError("chromedriver did not start")

    def _call(self, method: str, path: str, body: Optional[dict] = None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self._opener.open(request, timeout=CALL_SECONDS) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as problem:
            raise BrowserError(json.load(problem)["value"]["message"]) from None

    def open(self, url: str) -> None:
        """Loads it anew, even where it is shown already."""
        for address in ("about:blank", url):
            self._call("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: object):
        """The result of a function with this body."""
        return self._call("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, limit: float, *arguments: object):
        """The script's value, as soon as it is one. None past the limit, in seconds."""
        end = time.monotonic() + limit
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                return None
            time.sleep(0.1)
        return value

    def _found(self, selector: str) -> dict:
        return self._call("POST", f"{self._session}/element", {"using": "css selector", "value": selector})

    def _element(self, selector: str) -> str:
        return f"{self._session}/element/{self._found(selector)[ELEMENT]}"

    def click(self, selector: str) -> None:
        """As a person does: an element that is hidden or covered cannot be clicked."""
        self._call("POST", f"{self._element(selector)}/click")

    def click_at(self, selector: str, part: float) -> None:
        """Clicks at a part of the element's width: 0 is its left end, 1 its right one."""
        place = self._found(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", place)
        x = round((part - 0.5) * self.run("return arguments[0].getBoundingClientRect().width", place))
        self._act("pointer", {"type": "pointerMove", "origin": place, "x": x, "y": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, by their names or letters, wherever the focus is."""
        self._act("key", *({"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")))

    def _act(self, kind: str, *actions: dict) -> None:
        self._call("POST", f"{self._session}/actions", {"actions": [{"type": kind, "id": kind, "actions": actions}]})

    def type(self, selector: str, keys: str) -> None:
        self._call("POST", f"{self._element(selector)}/value", {"text": keys})

    def size(self, width: int, height: int) -> None:
        """The page's size, also below what a window may have."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def media(self, **features: str) -> None:
        """The reader's choices that the page is told: prefers_color_scheme="dark"."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def devtools(self, command: str, **parameters: object):
        return self._call("POST", f"{self._session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("GET", f"{self._session}/screenshot")))

    def requests(self) -> list[str]:
        """The addresses of all that was asked for since the last call."""
        return [message["params"]["request"]["url"] for message in self._messages("performance") if message["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[str]:
        """The lines that the pages have written to the browser's console since the last call: errors, first of all."""
        return [row["message"] for row in self._log("browser")]

    def _messages(self, kind: str) -> Iterator[dict]:
        return (json.loads(row["message"])["message"] for row in self._log(kind))

    def _log(self, kind: str) -> list[dict]:
        return self._call("POST", f"{self._session}/se/log", {"type": kind})
