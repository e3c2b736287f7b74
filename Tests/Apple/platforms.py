"""The platforms that the manifest names, and Linux's with another C library."""

from linux import Android, Musl
from sdk import PLATFORMS, Apple

LINUX = {"musl": Musl, "android": Android}
NAMES = [*PLATFORMS, *LINUX]


def platform(name, manifest, build):
    """A platform in the oldest version that the manifest names; its modules are kept in the folder `build`."""
    if name in LINUX:
        return LINUX[name](build)
    least = {p["platformName"]: p["version"] for p in manifest["platforms"]}
    return Apple(name, least[name], build)
