"""What is wrong with the pages of a site as a browser shows them."""

import asyncio
import json
import re

from browser import Failure, Tab
from words import WORDS

LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]

# Waits until the page is drawn, and until its code is colored: that may change its width.
READY = """
new Promise((done) => {
  const end = Date.now() + 20000;
  const look = () => {
    const main = document.querySelector("main .doc-content, main .topictitle, main#search");
    const listed = document.querySelector(".navigator .leaf-link") || document.querySelector("main#search");
    if (document.readyState === "complete" && main && listed) setTimeout(() => done(true), 20);
    else if (Date.now() > end) done(false);
    else setTimeout(look, 20);
  };
  look();
})
"""

FACTS = """
(() => {
  const main = document.querySelector("main");
  const seen = (element) => element.clientWidth > 0;
  // Not a number if the color can't be read.
  const light = (element) => {
    for (; element; element = element.parentElement) {
      const [r, g, b, a] = (getComputedStyle(element).backgroundColor.match(/[\\d.]+/g) || []).map(Number);
      if (a !== 0) return (r + g + b) / 765;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? 0 : 1;
  };
  return {
    title: document.querySelector("h1")?.innerText ?? "",
    text: main?.innerText.trim().length ?? 0,
    light: light(main),
    width: document.documentElement.scrollWidth,
    cut: [...main?.querySelectorAll("pre") ?? []].filter(seen).map((pre) => {
      const widest = [pre, ...pre.querySelectorAll("code"), pre.parentElement]
        .reduce((most, one) => Math.max(most, one.scrollWidth - one.clientWidth * (one.clientWidth > 0)), 0);
      const lines = pre.innerText.split("\\n").sort((one, other) => other.length - one.length);
      return [widest, lines[0], lines[0].length];
    }).filter(([by]) => by > 1),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.href),
    pictures: [...main?.querySelectorAll("img") ?? []].map((image) => [image.src, image.naturalWidth, image.clientWidth]),
  };
})()
"""

# What is wider than a phone and can't be scrolled into view, and what can, without a shadow that shows it.
REACH = """
[...document.querySelectorAll("main pre, main table")].filter((one) => one.clientWidth).flatMap((one) => {
  const outer = [];
  for (let element = one; element; element = element.parentElement) {
    if (getComputedStyle(element).overflowX !== "visible") outer.push(element);
  }
  const scrolling = outer.filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX));
  const content = document.createRange();
  content.selectNodeContents(one);
  const cut = () => content.getBoundingClientRect().right
    - Math.min(innerWidth, ...outer.map((element) => element.getBoundingClientRect().right));
  const before = cut();
  for (const element of scrolling) element.scrollLeft = 1e6;
  const after = cut();
  for (const element of scrolling) element.scrollLeft = 0;
  const text = one.innerText.trim().split("\\n")[0];
  if (after > 1) return [`is cut by ${Math.round(after)} px, and can't be scrolled: ${text}`];
  const isShown = scrolling.some((element) => getComputedStyle(element).backgroundImage.includes("gradient"));
  return before > 1 && !isShown ? [`is cut by ${Math.round(before)} px without a shadow: ${text}`] : [];
})
"""

# What the search shows: articles and symbols with their titles and links, in order.
ROWS = """
(() => {
  const field = document.querySelector("input");
  field.value = %s;
  field.dispatchEvent(new Event("input"));
  return [...document.querySelectorAll("#results > li")].filter((row) => row.querySelector("a")).map((row) => ({
    isArticle: row.className === "article", title: row.firstElementChild.innerText,
    links: [...row.querySelectorAll("a")].map((link) => link.href),
  }));
})()
"""

PLAIN = """
[...document.querySelectorAll("main .code-listing")].filter((one) => one.dataset.syntax === "swift"
  && /\\b(let|try|var|func|struct|extension)\\b/.test(one.innerText) && !one.querySelector("[class*=syntax-]"))
  .map((one) => one.innerText.trim().split("\\n")[0])
"""


class Checker:
    def __init__(self, site, address, pictures):
        self.site, self.address, self.pictures = site, address, pictures
        self.failures, self.visits = [], 0
        self.others = {"/": self.check_start, "/search": self.check_search, "/missing": self.check_missing}

    def fail(self, kind, text):
        self.failures.append((kind, text))

    async def check(self, browser, paths, sample=()):
        """Visits pages in each look, and a sample of others in one; two at the same time. Some pages have checks of
        their own."""
        queue = [(path, LOOKS) for path in paths] + [(path, LOOKS[:1]) for path in sample]
        queue.reverse()

        async def work():
            tab = await Tab.open(browser)
            while queue:
                await self.visit(tab, *queue.pop())

        await asyncio.gather(*(work() for _ in range(min(2, len(queue)))))
        return self.failures

    async def visit(self, tab, path, looks):
        try:
            if path in self.others:
                return await self.others[path](tab)
            for number, (width, scheme) in enumerate(looks):
                await tab.look(width, scheme)
                if number == 0:
                    await tab.go(self.address + path[1:] + "/")
                    if not await tab.run(READY):
                        return self.fail("empty page", f"{path} shows nothing")
                self.judge(path, width, scheme, await self.facts(tab))
                for text in await tab.run(REACH) if width < 700 else []:
                    self.fail("overlong line", f"{path} at {width} px, {scheme}: {text}")
                for text in await tab.run(PLAIN) if number == 0 else []:
                    self.fail("plain code", f"{path}: {text}")
                await self.picture(tab, path, width, scheme)
                self.visits += 1
        except Failure as failure:
            self.fail("console error", f"{path}: {failure}")
        finally:
            for error in tab.errors:
                self.fail("console error", f"{path}: {error.splitlines()[0]}")

    async def facts(self, tab):
        """What a page shows, once its pictures are there: it loads them when they are near, and others in the dark."""
        await tab.run("for (const image of document.images) image.loading = 'eager'")
        for _ in range(30):
            await asyncio.sleep(0.05)
            facts = await tab.run(FACTS)
            if all(natural for _, natural, _ in facts["pictures"]):
                break
            await asyncio.sleep(0.1)
        return facts

    def judge(self, path, width, scheme, facts):
        where = f"{path} at {width} px, {scheme}"
        if facts["text"] < 40 or not facts["title"]:
            self.fail("empty page", f"{where}: {facts['text']} characters, “{facts['title']}”")
        if (facts["light"] > 0.5) != (scheme == "light"):
            self.fail("console error", f"{where}: a background of {facts['light']:.1f}, of which 1 is white")
        if facts["width"] > width + 1:
            self.fail("overlong line", f"{where}: the page is {facts['width'] - width} px too wide")
        if (width, scheme) == LOOKS[0]:
            for by, line, length in facts["cut"]:
                self.fail("overlong line", f"{where}: code is cut by {by} px: {line} ({length} characters)")
            for source, natural, shown in facts["pictures"]:
                if natural and shown < 400:
                    self.fail("empty page", f"{where}: {source} is only {shown} px wide")
        for source, natural, _ in facts["pictures"]:
            if not natural:
                self.fail("dead link", f"{where}: {source} isn't shown")
        for link in set(facts["links"]):
            inside = link.removeprefix(self.address)
            if inside != link:
                target = "/" + inside.partition("#")[0].partition("?")[0].rstrip("/")
                if target not in ("/", "/search") and target not in self.site.pages:
                    self.fail("dead link", f"{where} leads to {link}, which isn't there")

    async def picture(self, tab, path, width, scheme):
        name = path.rpartition("/")[2]
        if self.pictures and name in ("resourceful", "resourcefultesting", "policies", "transports", "dryrun", "plan"):
            await tab.picture(self.pictures / f"{name}-{width}-{scheme}.png")

    async def check_start(self, tab):
        """`/` opens the landing page."""
        await tab.go(self.address)
        for _ in range(200):
            if await tab.run("location.pathname.endsWith('/documentation/resourceful/')"):
                break
            await asyncio.sleep(0.05)
        else:
            return self.fail("dead link", f"{self.address} doesn't lead to the landing page")
        if not await tab.run(READY):
            self.fail("empty page", f"{self.address} opens a page that shows nothing")

    async def check_search(self, tab):
        """Each word is typed, and the first page that is found is followed."""
        for look in LOOKS:
            await tab.look(*look)
            await tab.go(self.address + "search/")
            if not await tab.run(READY):
                return self.fail("empty page", "search/ shows nothing")
            self.judge("/search", *look, await tab.run(FACTS))
        for _ in range(200):
            if await tab.run("document.querySelector('#results').dataset.isReady === 'true'"):
                break
            await asyncio.sleep(0.05)
        for word, page in WORDS.items():
            rows = await tab.run(ROWS % json.dumps(word))
            if not rows:
                self.fail("missing word", f"the search page finds nothing for “{word}”")
            pages = ["/" + row["links"][0].removeprefix(self.address).rstrip("/") for row in rows[:3]]
            if f"/documentation/resourceful/{page}" not in pages:
                self.fail("missing word", f"“{word}” leads to {', '.join(pages)}, and not to {page}")
            if sorted(rows, key=lambda row: not row["isArticle"]) != rows:
                self.fail("missing word", f"“{word}” has symbols before articles")
            names = [row["title"] for row in rows if not row["isArticle"]]
            if len(names) > len(set(names)):
                self.fail("missing word", f"“{word}” has a name twice")
            isWhole = [bool(re.search(r"\bforms?\b", re.sub("([A-Z])", r" \1", name).lower())) for name in names]
            if word == "form" and (len(set(isWhole)) < 2 or sorted(isWhole, reverse=True) != isWhole):
                self.fail("missing word", f"“{word}” has parts of words before whole ones: {names}")
            for link in [link for row in rows for link in row["links"]]:
                target = "/" + link.removeprefix(self.address).partition("#")[0].rstrip("/")
                if target not in self.site.pages:
                    self.fail("dead link", f"the search leads to {link}, which isn't there")
            if word == "retry" and self.pictures:
                await tab.picture(self.pictures / "search-390-dark.png")

    async def check_missing(self, tab):
        """An address that leads nowhere shows a page that searches for its name."""
        for look in LOOKS:
            await tab.look(*look)
            await tab.go(self.address + "documentation/resourceful/retry(often:)/")
            if not await tab.run("document.querySelector('main#missing input')?.value === 'retry'"):
                return self.fail("dead link", "an address that leads nowhere has no page")
            self.judge("/missing", *look, await tab.run(FACTS))
        # The browser says so, too.
        tab.errors = [error for error in tab.errors if "404" not in error]
