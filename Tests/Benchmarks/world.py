"""Documents like those that the world's services send: texts in many scripts, escaped or not, and shapes of many kinds.

All text is invented, and the same each time.
"""

import json
import pathlib
import random

JAPANESE = ["今日は", "駅前の", "喫茶店で", "新しい", "本を", "読んで", "いました", "。", "とても", "静かな", "午後でした", "、", "また明日", "ありがとう", "カメラ", "メール"]
CHINESE = ["今天", "我们", "在图书馆", "学习", "编程", "，", "天气", "很好", "。", "明天", "一起", "去公园", "散步", "吧", "！", "手机"]
ARABIC = ["اليوم", "قرأت", "كتابا", "جميلا", "في", "الحديقة", "مع", "أصدقائي", "وكان", "الجو", "لطيفا", "،"]
EMOJI = ["😀", "🎉", "🚀", "👍🏽", "🍣", "🌸", "👩‍💻", "❤️", "🐈", "☕️"]
LATIN = ["the", "train", "was", "late", "again", "but", "coffee", "helped", "café", "naïve", "über", "señor"]


def words(chance: random.Random, count: int) -> str:
    """A sentence in one script, with an emoji or a word of another now and then."""
    script, between = chance.choice([(JAPANESE, ""), (JAPANESE, ""), (CHINESE, ""), (ARABIC, " "), (LATIN, " ")])
    parts = [chance.choice(script) for _ in range(count)]
    for _ in range(chance.randrange(3)):
        parts.insert(chance.randrange(len(parts) + 1), chance.choice(EMOJI + LATIN[:4]))
    return between.join(parts)


def author(chance: random.Random) -> dict:
    identifier, name = chance.randrange(10 ** 10), f"user_{chance.randrange(10 ** 6)}"
    return {
        "id": identifier, "id_text": str(identifier), "name": words(chance, 2), "screen_name": name,
        "location": words(chance, 1), "about": words(chance, 40), "url": f"https://example.org/{name}",
        "links": {"about": {"urls": []}}, "is_protected": False, "followers": chance.randrange(10 ** 5),
        "friends": chance.randrange(10 ** 4), "lists": chance.randrange(10 ** 2),
        "created_at": "Fri Nov 20 09:12:44 +0000 2026", "favorites": chance.randrange(10 ** 4), "utc_offset": None,
        "time_zone": None, "geo_enabled": False, "is_verified": False, "posts": chance.randrange(10 ** 5),
        "language": "ja", "has_contributors": False, "is_translator": False, "background_color": "C0DEED",
        "background_image": "https://images.example.org/themes/theme1/background.png", "background_tile": False,
        "image": f"https://images.example.org/profiles/{identifier}/normal.jpeg",
        "banner": f"https://images.example.org/banners/{identifier}/1409318784", "link_color": "0084B4",
        "border_color": "C0DEED", "fill_color": "DDEEF6", "text_color": "333333", "uses_background": True,
        "default_profile": True, "default_image": False, "is_following": False, "is_requested": False,
        "notifications": False, "withheld": None, "pinned": [], "badges": [], "status": None,
    }


def post(chance: random.Random, original: bool = True) -> dict:
    identifier = 505_874_900_000_000_000 + chance.randrange(10 ** 14)
    made = {
        "meta": {"result_type": "recent", "language": "ja"}, "created_at": "Sun Aug 31 00:29:15 +0000 2026",
        "id": identifier, "id_text": str(identifier), "text": words(chance, 28),
        "source": "<a href=\"https://example.org/app\" rel=\"nofollow\">App for phones</a>", "is_truncated": False,
        "reply_to": None, "reply_to_text": None, "reply_to_author": None, "reply_to_name": None,
        "author": author(chance), "geo": None, "coordinates": None, "place": None, "contributors": None,
        "reposts": chance.randrange(10 ** 3), "favorites": chance.randrange(10 ** 3),
        "entities": {
            "tags": [{"text": chance.choice(JAPANESE), "indices": [12, 16]} for _ in range(chance.randrange(2))],
            "symbols": [], "urls": [], "mentions": [
                {"screen_name": f"user_{chance.randrange(10 ** 6)}", "name": words(chance, 2),
                 "id": chance.randrange(10 ** 10), "indices": [3, 16]} for _ in range(chance.randrange(3))]},
        "is_favorite": False, "is_repost": False, "language": "ja",
    }
    if original and chance.random() < 0.6:
        made["original"] = post(chance, original=False)
    return made


def timeline() -> dict:
    chance = random.Random(59)
    return {"posts": [post(chance) for _ in range(168)], "cursor": "b26c0e41", "took": 0.087, "count": 168}


def events() -> list:
    chance = random.Random(60)
    made = []
    for number in range(58):
        name, repository = f"user-{chance.randrange(10 ** 4)}", f"team-{chance.randrange(500)}/library-{chance.randrange(500)}"
        address = f"https://api.example.org/repos/{repository}"
        commits = [{
            "sha": f"{chance.randrange(16 ** 40):040x}", "url": f"{address}/commits/{chance.randrange(16 ** 12):012x}",
            "author": {"email": f"{name}@example.org", "name": name}, "message": " ".join(chance.sample(LATIN, 7)),
            "distinct": True} for _ in range(1 + chance.randrange(3))]
        made.append({
            "type": "PushEvent", "created_at": f"2026-02-01T{number % 24:02}:14:42Z", "actor": {
                "gravatar_id": f"{chance.randrange(16 ** 32):032x}", "login": name, "id": chance.randrange(10 ** 7),
                "avatar_url": f"https://images.example.org/avatars/{chance.randrange(16 ** 32):032x}?d=https%3A%2F%2Fexample.org",
                "url": f"https://api.example.org/users/{name}"},
            "repo": {"id": chance.randrange(10 ** 7), "url": address, "name": repository}, "public": True,
            "payload": {"commits": commits, "ref": "refs/heads/main", "size": len(commits),
                        "push_id": chance.randrange(10 ** 8), "head": commits[-1]["sha"]},
            "id": str(1_652_000_000 + number)})
    return made


def objects() -> list:
    chance = random.Random(61)
    return [{"id": number, "x": round(chance.uniform(-90, 90), 4), "name": f"n{number}", "isOn": number % 3 == 0}
            for number in range(6_000)]


def wide() -> list:
    """Objects of a hundred members, of which four are read."""
    chance = random.Random(62)
    return [{f"column_{column:02}": chance.choice([chance.randrange(10 ** 6), f"value {number}", None, True])
             if column % 30 else chance.randrange(10 ** 6) for column in range(100)} for number in range(300)]


def tree(chance: random.Random, depth: int) -> dict:
    return {"name": f"node {depth}", "size": chance.randrange(1_000),
            "nodes": [tree(chance, depth - 1) for _ in range(1 if depth % 3 else 2)] if depth else []}


def item() -> dict:
    """An object of 100 bytes."""
    return {"id": 42, "title": "A small object of a shop", "price": 19.5, "isSold": False, "color": "green", "left": 7}


def write(folder: pathlib.Path) -> None:
    def put(name: str, value: object, **options) -> None:
        (folder / f"{name}.json").write_text(json.dumps(value, **options), encoding="utf-8")

    compact = {"separators": (",", ":")}
    put("world", timeline(), ensure_ascii=False, **compact)
    put("escaped", timeline(), **compact)
    put("pretty", timeline(), ensure_ascii=False, indent=2)
    put("events", events(), ensure_ascii=False)
    put("objects", objects(), **compact)
    put("wide", wide(), **compact)
    put("nesting", tree(random.Random(63), 30), **compact)
    put("item", item(), **compact)
