"""Reads HTTP archives by programs that know nothing of this library, and says where these disagree with it.

    read.py SCHEMA ARCHIVE...

Each archive must be valid by the schema, be opened by haralyzer, by mitmproxy and by the rules of Chromium's developer
tools, and show there what stands in it.
"""
import datetime
import json
import math
import pathlib
import sys

import haralyzer
import jsonschema
from mitmproxy import io


def by_haralyzer(text):
    parser = haralyzer.HarParser(json.loads(text))
    entries = [haralyzer.HarEntry(e) for e in parser.har_data["entries"]]
    for entry in entries:
        # What it computes from other members, and where it fails if one is missing.
        entry.startTime, entry.request.headers, entry.response.headers, entry.response.mimeType
        entry.request.text, entry.response.bodySize, entry.request.queryString, entry.timings
        if "text" in entry.raw_entry["response"]["content"]:
            entry.response.text
    return [(e.request.method, e.request.url, e.response.status) for e in entries]


def by_mitmproxy(path):
    with open(path, "rb") as file:
        flows = list(io.FlowReader(file).stream())
    return [(f.request.method, f.request.url, f.response.status_code if f.response else 0) for f in flows], flows


def by_chromium(archive):
    """Reads an archive as Chromium imports it: what is no object, number or date there refuses the whole archive."""
    def object_(value):
        assert isinstance(value, (dict, list)), f"Chromium expects an object, not {value!r}"
        return value

    def number(value):
        assert isinstance(value, (int, float)) and math.isfinite(value), f"Chromium expects a number, not {value!r}"

    def text(value):
        # It converts anything to text: what is missing is shown as "undefined".
        assert isinstance(value, str), f"Chromium would show {value!r}"

    def date(value):
        datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))

    def pairs(values):
        for pair in values:
            text(object_(pair)["name"])
            text(pair["value"])

    def message(one):
        text(object_(one)["httpVersion"])
        number(one["headersSize"])
        number(one["bodySize"])
        pairs(one["headers"])
        pairs(one["cookies"])

    log = object_(object_(archive)["log"])
    for member in ("name", "version"):
        text(object_(log["creator"])[member])
    for page in log.get("pages", []):
        date(page["startedDateTime"])
        object_(page["pageTimings"])
    for entry in log["entries"]:
        date(object_(entry)["startedDateTime"])
        number(entry["time"])
        request, response = entry["request"], entry["response"]
        message(request)
        message(response)
        pairs(request["queryString"])
        if request.get("postData"):
            text(request["postData"]["mimeType"])
            text(request["postData"].get("text"))
            for param in request["postData"].get("params", []):
                text(object_(param)["name"])
        number(response["status"])
        number(object_(response["content"])["size"])
        text(response["content"]["mimeType"])
        for name in ("send", "wait", "receive"):
            number(object_(entry["timings"])[name])
        for name in ("blocked", "dns", "connect", "ssl"):
            number(entry["timings"].get(name, -1))


def check(schema, path):
    text = path.read_text()
    archive = json.loads(text)
    jsonschema.validate(archive, schema, format_checker=jsonschema.FormatChecker())
    entries = archive["log"]["entries"]
    assert entries, "there are no entries"
    own = [(e["request"]["method"], e["request"]["url"], e["response"]["status"]) for e in entries]
    assert by_haralyzer(text) == own, "haralyzer reads something else"
    read, flows = by_mitmproxy(path)
    assert read == own, f"mitmproxy reads something else:\n{read}\n{own}"
    for entry, flow in zip(entries, flows, strict=True):
        content, posted = entry["response"]["content"], entry["request"].get("postData", {})
        if "encoding" not in content:
            found = flow.response.text
            assert (found or "") == content.get("text", ""), f"mitmproxy reads other content: {found!r}"
        if "_encoding" not in posted:
            found = flow.request.text or ""
            assert found == posted.get("text", ""), f"mitmproxy reads another request: {found!r}"
            names = [name.decode() for name, _ in flow.request.multipart_form.items(multi=True)]
            assert names == [param["name"] for param in posted.get("params", [])], f"mitmproxy reads the parts {names}"
    by_chromium(archive)
    print(f"{path.name}: {len(entries)} entries, valid, read by haralyzer, mitmproxy and Chromium's rules")


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
for name in sys.argv[2:]:
    check(schema, pathlib.Path(name))
