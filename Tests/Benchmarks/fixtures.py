"""What the benchmarks' server serves, made anew and always the same."""

import json
import pathlib
import random

import world

WORDS = "a resource is a request and a function that reads what the server answers, and both are one pure value".split()


def text(length: int, seed: int) -> str:
    words = (WORDS[(seed * 7 + index * 5) % len(WORDS)] for index in range(length // 2 + 1))
    return " ".join(words)[:length]


def small() -> dict:
    return {
        "number": 4211, "title": "Parsing is a pure function", "summary": text(740, 1), "author": "Ada Example",
        "published": "2026-03-14T09:26:53Z", "duration": 1834.25, "isExplicit": False,
        "tags": ["swift", "networking", "functions"],
    }


def episode(number: int) -> dict:
    return {
        "number": number, "title": f"Episode {number:03}", "summary": text(66, number),
        "duration": 1200 + number / 4, "isExplicit": number % 7 == 0,
        "address": f"https://example.org/episodes/{number}.mp3",
    }


SCRIPTS = ["今日は晴れです", "Привет, мир", "שלום עולם", "नमस्ते दुनिया", "¡Qué día!", "👩‍🚀 zum Mond", "a \"quoted\" word",
           "one line\nand another", "tab\tand\\backslash", "plain words of ASCII"]


def post(number: int, chance: random.Random) -> dict:
    identifier = 505_874_900_000_000_000 + chance.randrange(10 ** 14)
    handle = f"user_{chance.randrange(10 ** 5)}"
    return {
        "created_at": f"2026-03-{number % 28 + 1:02}T09:{number % 60:02}:53Z", "id": identifier,
        "text": " ".join(chance.sample(SCRIPTS, 4)) + f" https://t.example/{number:x}",
        "source": "<a href=\"https://example.org/app\" rel=\"nofollow\">The App</a>", "is_truncated": False,
        "reply_to": None if number % 3 else identifier - 77, "author": {
            "id": chance.randrange(10 ** 10), "name": chance.choice(SCRIPTS), "handle": handle,
            "location": chance.choice(["", "東京", "Zürich", "over there"]), "about": text(120, number),
            "url": None if number % 2 else f"https://example.org/{handle}", "isVerified": number % 11 == 0,
            "followers": chance.randrange(10 ** 4), "following": chance.randrange(10 ** 3), "color": "C0DEED",
            "image": f"https://images.example.org/profiles/{identifier}/normal.jpeg"},
        "entities": {
            "tags": chance.sample(["swift", "networking", "パース"], number % 3),
            "mentions": [{"id": chance.randrange(10 ** 9), "handle": handle, "indices": [3, 3 + number % 12]}
                         for _ in range(number % 3)],
            "links": [f"https://t.example/{number:x}"]},
        "coordinates": None if number % 4 else [round(chance.uniform(-90, 90), 6), round(chance.uniform(-180, 180), 6)],
        "reposts": chance.randrange(10 ** 3), "favorites": chance.randrange(10 ** 3), "language": "ja",
    }


def write_documents(folder: pathlib.Path) -> None:
    """The documents that JSON is measured with, two of which the server serves, too."""
    chance = random.Random(8259)
    (folder / "small.json").write_text(json.dumps(small()))
    (folder / "list.json").write_text(json.dumps([episode(number) for number in range(500)]))
    timeline = {"posts": [post(number, chance) for number in range(625)], "cursor": "b26c0e41"}
    (folder / "timeline.json").write_text(json.dumps(timeline, ensure_ascii=False), encoding="utf-8")
    numbers = [chance.choice([chance.uniform(-180, 180), round(chance.uniform(0, 5_000), 2), chance.randrange(10 ** 6),
                              chance.uniform(-1, 1) * 10 ** chance.randrange(-12, 20)]) for _ in range(142_000)]
    (folder / "numbers.json").write_text(json.dumps(numbers))
    world.write(folder)


def write(folder: pathlib.Path) -> None:
    (folder / "small.json").write_text(json.dumps(small()))
    (folder / "list.json").write_text(json.dumps([episode(number) for number in range(500)]))
    with (folder / "big.bin").open("wb") as big:
        big.truncate(200 << 20)
    for file in folder.iterdir():
        file.chmod(0o644)
