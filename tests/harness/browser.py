"""A browser without a window, driven by the WebDriver protocol (W3C) as a person would: by keys, the mouse, and looking."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Iterator, Optional, Sequence

SECONDS = 60  # for any one question
OPTIONS = ("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
           "--disable-sync --hide-scrollbars").split()
KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012",
        "ArrowDown": "\ue015", "ArrowUp": "\ue013", "Home": "\ue011", "End": "\ue010", "PageDown": "\ue00f", "PageUp": "\ue00e", "Escape": "\ue00c"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's name for a reference to an element


def missing() -> Optional[str]:
    """The reason why there is no browser to drive; None where there is one."""
    absent = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    return f"no {' and no '.join(absent)} here" if absent else None


class Browser:
    def __init__(self, port: int, profile: str) -> None:
        # The driver is on this machine: no proxy is asked.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self._base = f"http://127.0.0.1:{port}/session"
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                  "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": [*OPTIONS, f"--user-data-dir={profile}"]}}
        self._base += "/" + self._ask("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def _ask(self, path: str, body: Optional[dict] = None, method: str = "POST") -> object:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as problem:
            raise RuntimeError(f"{body}: {json.load(problem)['value']['message']}") from None

    def close(self) -> None:
        self._ask("", method="DELETE")

    def size(self, width: int, height: int, is_phone: bool = False) -> None:
        self._tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)

    def media(self, **features: str) -> None:
        """What style sheets can ask for: prefers_color_scheme="dark"."""
        self._tell("Emulation.setEmulatedMedia", features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def _tell(self, command: str, **parameters: object) -> object:
        return self._ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, page: Path, fragment: str = "") -> None:
        """Loads it anew, even where it is shown already."""
        self._ask("/url", {"url": "about:blank"})
        self._ask("/url", {"url": page.resolve().as_uri() + fragment})

    def run(self, script: str, *arguments: object) -> object:
        return self._ask("/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys: str) -> None:
        """Presses keys one after the other, by their names or letters."""
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector: str, x: Optional[float] = None) -> None:
        """Clicks in the middle of an element, or at a part of its width."""
        place = self._ask("/element", {"using": "css selector", "value": selector})
        dx = 0
        if x is not None:
            self.run("arguments[0].scrollIntoView({block: 'center'})", place)
            dx = round((x - 0.5) * self.run("return arguments[0].getBoundingClientRect().width", place))
        if x is None:
            self._ask(f"/element/{place[ELEMENT]}/click", {})
            return
        moves = [{"type": "pointerMove", "origin": place, "x": dx, "y": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._ask("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def complaints(self) -> Sequence[str]:
        """The messages of its console since the last call."""
        return [row["message"] for row in self._ask("/se/log", {"type": "browser"})]

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("/screenshot", method="GET")))


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A new one, that is ended with all its processes."""
    profile = tempfile.mkdtemp(prefix="trapline-")
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    signal.alarm(SECONDS)  # for its first word
    try:
        port = next(int(match[1]) for line in driver.stdout if (match := re.search(r"successfully on port (\d+)", line)))
        signal.alarm(0)
        started = Browser(port, profile)
        try:
            yield started
        finally:
            started.close()
    finally:
        driver.terminate()
        driver.wait()
        driver.stdout.close()
        shutil.rmtree(profile, ignore_errors=True)  # its last process may still write there
