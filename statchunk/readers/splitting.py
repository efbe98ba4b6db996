"""When two characters that touch belong to different words: shared by both readers."""

import re
import unicodedata

_FIGURE = re.compile(r"[-+−–(]?[$€£¥]?\d[\d.,]*[%)]?")
_SIGNED = re.compile(r"[-+−–]\d")
_DECIMAL = re.compile(r"[-+−–(]?\d+[.,]\d+[%)]?")
_BOLD = re.compile(r"bold|black|heavy|demi(?!-?condensed)|[-,]bd|(?<=[a-z])Bd(?=$|[A-Z,-])", re.IGNORECASE)
_NOT_BOLD = re.compile(r"(?:light|medium|regular|book|roman)$", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique|slanted|kursiv|(?<=[a-z-])It$|[-,]It(?=$|[A-Z])", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_PLAIN = {
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
    0x02: "-",
    0xAD: "-",
    0xFEFF: None,
    0x200B: None,
    **{code: None for code in range(0x20) if code not in (0x02, 0x09, 0x0A, 0x0D)},
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}


def clean(text: str) -> str:
    """The text of a word: NFC, ligatures expanded, characters without width dropped, soft hyphens shown."""
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize("NFC", text.translate(_PLAIN))


def figures_touch(left: str, right: str) -> bool:
    """Whether two runs that abut are two figures: "−3.4" and "−10.4", "12.5" and "3.0"."""
    if not _FIGURE.fullmatch(left):
        return False
    if _SIGNED.match(right):
        return True
    return bool(_DECIMAL.fullmatch(left) and _DECIMAL.fullmatch(right))


def without_subset_prefix(font: str) -> str:
    """The font name without the six letters that mark a subset."""
    return _SUBSET.sub("", font)


def named_bold(font: str) -> bool:
    """Whether the font's name says that it is bold."""
    return bool(_BOLD.search(font))


def named_italic(font: str) -> bool:
    """Whether the font's name says that it is slanted."""
    return bool(_ITALIC.search(font))


def rise_of(
    size: float, baseline: float, big_size: float, big_baseline: float, *, raised: float, lowered: float
) -> int:
    """1 if a run of `size` stands raised beside one of `big_size`, -1 if lowered, else 0.

    Args:
        size: of the small run, points.
        baseline: of the small run, points, growing downwards.
        big_size: of its neighbour, points.
        big_baseline: of its neighbour, points.
        raised: least rise, as a share of `big_size`.
        lowered: least drop, as a share of `big_size`.
    """
    up = (big_baseline - baseline) / big_size
    if raised <= up <= 0.85:
        return 1
    if lowered <= -up <= 0.5:
        return -1
    return 0
