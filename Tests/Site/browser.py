"""Drives Chromium over its debugging protocol, through a pipe: without a driver and without packages."""

import asyncio
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

# What Chromium says if a page is left while a script runs.
LEFT = ["target navigated or closed", "context was destroyed", "Cannot find default execution context"]


class Failure(Exception):
    """What a browser or a page did not do."""


def find():
    """The path of Chromium, which Debian's package has if nothing else does."""
    names = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    paths = [os.environ.get("CHROMIUM"), *map(shutil.which, names),
             "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
    for path in paths:
        if path and pathlib.Path(path).exists():
            return path
    print("Installing Chromium", flush=True)
    apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for arguments in [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]:
        subprocess.run([*apt, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL)
    return shutil.which("chromium")


class Browser:
    """A headless Chromium. Its messages are JSON, each ended by a zero."""

    async def __aenter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="site-check.", ignore_cleanup_errors=True)
        commands, self.write_end = os.pipe()
        self.read_end, answers = os.pipe()
        options = ["--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "--disable-gpu",
                   "--hide-scrollbars", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
                   "--disable-component-update", "--disable-renderer-backgrounding",
                   "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling",
                   "--disable-extensions", "--mute-audio"]
        if os.getuid() == 0:
            options.append("--no-sandbox")
        # Chromium reads commands from 3 and writes answers to 4.
        script = f'exec 3<&{commands} 4>&{answers} && exec "$@"'
        self.process = await asyncio.create_subprocess_exec(
            "bash", "-c", script, "bash", find(), *options, pass_fds=(commands, answers),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True)
        os.close(commands)
        os.close(answers)
        loop = asyncio.get_running_loop()
        self.reader = asyncio.StreamReader(limit=1 << 28)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self.reader), os.fdopen(self.read_end, "rb"))
        self.waiting, self.listeners, self.last = {}, {}, 0
        self.loop = asyncio.create_task(self.listen())
        return self

    async def __aexit__(self, *_):
        self.loop.cancel()
        os.close(self.write_end)
        try:
            await asyncio.wait_for(self.process.wait(), 5)
        except asyncio.TimeoutError:
            os.killpg(self.process.pid, 9)
            await self.process.wait()
        self.profile.cleanup()

    async def listen(self):
        try:
            while True:
                message = json.loads((await self.reader.readuntil(b"\0"))[:-1])
                if "id" in message:
                    answer = self.waiting.pop(message["id"], None)
                    if answer and not answer.done():
                        answer.set_result(message)
                elif message.get("sessionId") in self.listeners:
                    self.listeners[message["sessionId"]](message["method"], message["params"])
        except asyncio.IncompleteReadError:
            for answer in self.waiting.values():
                answer.set_exception(Failure("Chromium has ended"))

    async def send(self, method, session=None, **params):
        self.last += 1
        command = {"id": self.last, "method": method, "params": params} | ({"sessionId": session} if session else {})
        answer = self.waiting[self.last] = asyncio.get_running_loop().create_future()
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        try:
            message = await asyncio.wait_for(answer, 60)
        except asyncio.TimeoutError:
            raise Failure(f"{method} has no answer after a minute") from None
        if "error" in message:
            raise Failure(f"{method}: {message['error'].get('message')}")
        return message["result"]


class Tab:
    """A page of a browser, and the errors that it has logged."""

    @classmethod
    async def open(cls, browser):
        tab = cls()
        tab.browser, tab.errors, tab.hasLoaded = browser, [], asyncio.Event()
        target = (await browser.send("Target.createTarget", url="about:blank", newWindow=True))["targetId"]
        tab.session = (await browser.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        browser.listeners[tab.session] = tab.note
        for domain in ["Page", "Runtime", "Log"]:
            await tab.send(f"{domain}.enable")
        return tab

    async def send(self, method, **params):
        return await self.browser.send(method, self.session, **params)

    def note(self, event, params):
        if event == "Page.loadEventFired":
            self.hasLoaded.set()
        elif event == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif event == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(one.get("value", one.get("description"))) for one in params["args"]))
        elif event == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")

    async def go(self, url):
        """Loads a page, with all that it is made of."""
        self.errors = []
        self.hasLoaded.clear()
        error = (await self.send("Page.navigate", url=url)).get("errorText")
        if error:
            raise Failure(f"{url}: {error}")
        try:
            await asyncio.wait_for(self.hasLoaded.wait(), 30)
        except asyncio.TimeoutError:
            raise Failure(f"{url} isn't loaded after 30 seconds") from None

    async def run(self, script):
        """The value of an expression of JavaScript, or of its promise. If the page leads to another one meanwhile, that
        of the other one."""
        for remaining in reversed(range(5)):
            try:
                result = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
                break
            except Failure as failure:
                if not remaining or not any(reason in str(failure) for reason in LEFT):
                    raise
                await asyncio.sleep(0.05)
        if "exceptionDetails" in result:
            raise Failure(result["exceptionDetails"].get("exception", {}).get("description", "JavaScript failed"))
        return result["result"].get("value")

    async def look(self, width, scheme):
        """Sets the width of the window and the color scheme."""
        await self.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                        mobile=width < 700)
        await self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    async def picture(self, path):
        import base64
        data = (await self.send("Page.captureScreenshot", format="png"))["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
