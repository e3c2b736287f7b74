"""What is wrong with a site, as far as its files tell: links, contents, symbols and words."""

import gzip
import json
import re
import urllib.parse

from words import WORDS

# The kilobytes, compressed, that a reader loads to search.
LARGEST_INDEX = 160

# The columns of Swift that fit at 1280 px. These articles count lines, so theirs are as long as they are elsewhere.
COLUMNS, COUNTED = 96, re.compile(r"/(\w+stack|comparedcalls)$")


class Site:
    def __init__(self, folder):
        self.folder, self.failures, self.pages = folder, [], {}
        for file in sorted((folder / "data").rglob("*.json")):
            self.pages["/" + str(file.relative_to(folder / "data"))[:-5]] = json.loads(file.read_text())

    def fail(self, kind, text):
        self.failures.append((kind, text))

    def check(self, lists):
        """Lists are the folder with the public symbols of each module."""
        self.check_navigation()
        for path, page in self.pages.items():
            self.check_contents(path, page)
            self.check_links(path, page)
        self.check_symbols(lists)
        self.check_words()
        return self.failures

    # What the navigator shows.

    def navigation(self):
        """The addresses in the navigator, in its order."""
        index = json.loads((self.folder / "index/index.json").read_text())
        found = []

        def walk(node):
            if "path" in node:
                found.append(node["path"])
            for child in node.get("children", []):
                walk(child)

        for root in index["interfaceLanguages"]["swift"]:
            walk(root)
        return list(dict.fromkeys(found))

    def check_navigation(self):
        listed = self.navigation()
        for path in listed:
            if path not in self.pages:
                self.fail("dead link", f"the navigator leads to {path}, which isn't there")
        for path in self.pages:
            if path not in set(listed):
                self.fail("dead link", f"nothing in the navigator leads to {path}")
            if not (self.folder / path[1:] / "index.html").exists():
                self.fail("dead link", f"{path} has no index.html")

    # What a page contains.

    def check_contents(self, path, page):
        sections = page.get("primaryContentSections", [])
        contents = [section for section in sections if section["kind"] == "content" and text_of(section["content"])]
        declared = [section for section in sections if section["kind"] == "declarations"]
        topics = page.get("topicSections", [])
        role = page["metadata"]["role"]
        if not page["metadata"].get("title"):
            self.fail("empty page", f"{path} has no title")
        if not (contents or topics if role == "article" else contents or topics or declared or page.get("abstract")):
            self.fail("empty page", f"{path} has no content")

        listings = [block for block in blocks_of(page) if block.get("type") == "codeListing"]
        for listing in listings if role == "symbol" else []:
            if not listing.get("syntax"):
                self.fail("plain code", f"{path} has code without a language: {listing['code'][0]}")
        for listing in listings if not COUNTED.search(path) else []:
            # What a program prints has no language.
            for line in listing["code"] if listing.get("syntax") == "swift" or role != "article" else []:
                if len(line) > COLUMNS:
                    self.fail("overlong line", f"{path}: {len(line)} columns: {line}")

    def anchors(self, page):
        return {block["anchor"] for block in blocks_of(page) if block.get("type") == "heading"}

    def check_links(self, path, page):
        references = page.get("references", {})
        for reference in references.values():
            for url in [reference["url"]] if "url" in reference else []:
                place, _, anchor = urllib.parse.unquote(url).partition("#")
                if reference["type"] in ("topic", "section") and place.rstrip("/") not in self.pages:
                    self.fail("dead link", f"{path} leads to {url}, which isn't there")
                elif anchor and anchor not in self.anchors(self.pages[place.rstrip("/")]):
                    self.fail("dead link", f"{path} leads to {url}, which has no such heading")
            for variant in reference.get("variants", []):
                if not (self.folder / urllib.parse.unquote(variant["url"])[1:]).exists():
                    self.fail("dead link", f"{path} shows {variant['url']}, which isn't there")
        used = [one["identifier"] for one in blocks_of(page) if one.get("type") in ("reference", "image", "link")]
        used += [one for section in page.get("topicSections", []) for one in section["identifiers"]]
        for identifier in used:
            if identifier not in references:
                self.fail("dead link", f"{path} leads to {identifier}, which it doesn't know")

    # What is public.

    def symbols(self):
        """How often the site has each declaration, by its owner's path."""
        found = {}
        for page in self.pages.values():
            for section in page.get("primaryContentSections", []):
                for declaration in section.get("declarations", []) if section["kind"] == "declarations" else []:
                    text = "".join(token["text"] for token in declaration["tokens"])
                    key = self.owner(page), plain(without_conformances(text))
                    found[key] = found.get(key, 0) + 1
        return found

    def owner(self, page):
        """The name of the type that a page's symbol is in."""
        names = []
        for identifier in page["hierarchy"]["paths"][0]:
            path = urllib.parse.urlsplit(identifier).path.lower()
            parent = self.pages.get(path, {"metadata": {"role": "", "symbolKind": "module"}})["metadata"]
            isType = parent.get("symbolKind") not in (None, "module") and parent.get("roleHeading") != "Extended Module"
            if parent["role"] != "collectionGroup" and isType:
                names.append(parent["title"])
        return names[-1] if names else ""

    def check_symbols(self, lists):
        found = self.symbols()
        wanted = {}
        for file in sorted(lists.glob("*.txt")):
            for line in file.read_text().splitlines():
                owner, _, declaration = line.rpartition(" | ")
                key = owner.split(" where ")[0], plain(without_conformances(declaration))
                wanted.setdefault(key, []).append(f"{file.stem}: {line}")
        for key, lines in wanted.items():
            if found.get(key, 0) < len(lines):
                self.fail("missing symbol", f"the site lacks {lines[-1]}")

    # What the search finds.

    def check_words(self):
        file = self.folder / "search/pages.json"
        text, found = file.read_text().lower(), json.loads(file.read_text())
        for word, page in WORDS.items():
            if not all(part in text for part in re.findall(r"[a-z0-9]{2,}", word.lower())):
                self.fail("missing word", f"the search finds nothing for “{word}”")
            if f"/documentation/resourceful/{page}" not in self.pages:
                self.fail("missing word", f"there is no page {page} for “{word}”")
        listed = [entry[1] for entry in found["articles"]]
        listed += [entry[1] for _, owners in found["symbols"] for entry in owners]
        for path in self.pages.keys() - {"/" + one.rstrip("/") for one in listed}:
            self.fail("missing word", f"the search doesn't know {path}")
        size = len(gzip.compress(file.read_bytes())) // 1000
        if size > LARGEST_INDEX:
            self.fail("missing word", f"the search loads {size} KB, compressed: over {LARGEST_INDEX} KB")

    def without_code(self):
        """The types that people construct whose pages have no code, and how many such types there are."""
        constructed, missing = 0, []
        for path, page in self.pages.items():
            if page["metadata"].get("symbolKind") not in ("struct", "class", "enum"):
                continue
            names = [one["title"] for one in page.get("references", {}).values()
                     if one["type"] == "topic" and one.get("url", "").startswith(path + "/")]
            if not any(name.startswith("init(") and name != "init(from:)" for name in names):
                continue
            constructed += 1
            if not any(block.get("type") == "codeListing" for block in blocks_of(page)):
                missing.append(f"{page['metadata']['modules'][0]['name']}.{page['metadata']['title']}")
        return sorted(missing), constructed


def blocks_of(value):
    """All blocks of a page's own content, at any depth."""
    if isinstance(value, dict):
        if "type" in value and "kind" not in value:
            yield value
        for key, inner in value.items():
            if key not in ("references", "seeAlsoSections", "hierarchy", "variants"):
                yield from blocks_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from blocks_of(inner)


def text_of(content):
    return "".join(str(b.get("text") or b.get("code") or b.get("identifier") or "") for b in blocks_of(content)).strip()


def without_conformances(declaration):
    """A type of the lists without what it conforms to, which pages have in a section of their own."""
    isType = re.match(r"((@\w+|final|deprecated|unavailable|indirect) )*(struct|class|enum|protocol|actor) ", declaration)
    return declaration.split(" : ")[0] if isType else declaration


def plain(declaration):
    """A declaration without what depends on the tool that prints it."""
    text = " ".join(declaration.split())
    text = re.sub(r"^((deprecated|unavailable) )+", "", text)
    text = re.sub(r"@\w+(\([^)]*\))? |\b_ \w+: ", "", text)
    # A nested type by its own name.
    text = re.sub(r"\b([A-Z]\w*\.)+(?=[A-Z])", "", text.replace("->", "→"))
    while (shorter := re.sub(r"<[^<>]*>", "", text)) != text:
        text = shorter
    return text.split(" where ")[0].replace(" ", "")
