"""What the characters of one text object share: font, size, colour, direction, whether it can be seen."""

import ctypes
from ctypes import byref, c_float
from math import hypot
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from statchunk.model.page import Hidden, Style
from statchunk.readers import native
from statchunk.readers.bulk import RUN_KIND, run_facts
from statchunk.readers.frame import Frame, Turn
from statchunk.readers.splitting import named_bold, named_italic, without_subset_prefix
from statchunk.record import Record
from statchunk.rounding import FAR, hundredths
from statchunk.settings import ReaderSettings

_FORCE_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6
_BOLD_WEIGHT: Final = 700
_FILL_AND_STROKE_MODE = 2
_UNSEEN_MODES: Final = (3, 7)
_SLANTED: Final = 0.1
"""Sideways shift of the top of a letter as a share of its height, above which it counts as italic."""
_TELLING_LETTERS: Final = 4
"""A font name with fewer letters ("F1", "TT2") says nothing about weight."""


class Font:
    """A font of the page."""

    __slots__ = ("bold", "descent", "flat", "italic", "name")

    def __init__(self, handle: int) -> None:
        """Read once a page; `handle` is 0 for a text object without a font."""
        self.name, self.bold, self.italic = "", False, False
        self.descent = 0.0
        """Of the baseline to the lower edge of the em box, as a share of the size; negative or 0."""
        self.flat = True
        """Whether the font states no height, so that only the ink of its glyphs tells."""
        if not handle:
            return
        buffer = ctypes.create_string_buffer(256)
        length = native.get_font_name(handle, buffer, 256)
        if 0 < length <= 256:
            self.name = without_subset_prefix(buffer.value.decode("utf-8", "replace"))
        flags = max(0, native.get_font_flags(handle))
        if sum(letter.isalpha() for letter in self.name) >= _TELLING_LETTERS:
            self.bold = named_bold(self.name) or bool(flags & _FORCE_BOLD)
        else:
            self.bold = bool(flags & _FORCE_BOLD) or native.get_font_weight(handle) >= _BOLD_WEIGHT
        self.italic = named_italic(self.name) or bool(flags & _ITALIC_FLAG)
        descent, ascent = c_float(), c_float()
        native.get_font_descent(handle, 1000.0, byref(descent))
        native.get_font_ascent(handle, 1000.0, byref(ascent))
        self.flat = ascent.value == descent.value
        self.descent = min(0.0, descent.value / 1000)


@mypyc_attr(acyclic=True)
class Run(Record):
    """A text object."""

    __match_args__: ClassVar = (
        "number",
        "style",
        "turn",
        "hidden",
        "level",
        "upright",
        "slanted",
        "flat",
        "descent",
        "top",
        "bottom",
        "baseline",
    )
    __slots__ = __match_args__

    number: Final[int]
    """In the order in which runs are first met."""
    style: Final[Style]
    turn: Final[Turn]
    hidden: Final[Hidden]
    level: Final[float]
    """y of the baseline in the file's coordinates; holds for upright text only."""
    upright: Final[bool]
    """Whether it reads left to right in the file's coordinates, in a font with heights."""
    slanted: Final[bool]
    """Whether it runs along neither axis."""
    flat: Final[bool]
    """Whether its font states no height."""
    descent: Final[float]
    """Points; negative or 0."""
    top: Final[float]
    """With `bottom` and `baseline`: as displayed on a page that is not rotated, for upright text."""
    bottom: Final[float]
    baseline: Final[float]

    def __init__(
        self,
        number: int,
        style: Style,
        turn: Turn,
        hidden: Hidden,
        level: float,
        upright: bool,
        slanted: bool,
        flat: bool,
        descent: float,
        top: float,
        bottom: float,
        baseline: float,
    ) -> None:
        self.number = number
        self.style = style
        self.turn = turn
        self.hidden = hidden
        self.level = level
        self.upright = upright
        self.slanted = slanted
        self.flat = flat
        self.descent = descent
        self.top = top
        self.bottom = bottom
        self.baseline = baseline


@mypyc_attr(acyclic=True)
class _Kind(Record):
    """What all runs set alike share."""

    __match_args__: ClassVar = ("style", "turn", "hidden", "upright", "slanted", "flat", "size", "descent")
    __slots__ = __match_args__

    style: Final[Style]
    turn: Final[Turn]
    hidden: Final[Hidden]
    upright: Final[bool]
    slanted: Final[bool]
    flat: Final[bool]
    size: Final[float]
    descent: Final[float]

    def __init__(
        self,
        style: Style,
        turn: Turn,
        hidden: Hidden,
        upright: bool,
        slanted: bool,
        flat: bool,
        size: float,
        descent: float,
    ) -> None:
        self.style = style
        self.turn = turn
        self.hidden = hidden
        self.upright = upright
        self.slanted = slanted
        self.flat = flat
        self.size = size
        self.descent = descent


class Runs:
    """The text objects of one page, read when first met."""

    def __init__(self, text_page: int, frame: Frame, settings: ReaderSettings) -> None:
        """For a loaded text page."""
        self.by_handle: dict[int, Run] = {}
        self._text_page, self._frame, self._settings = text_page, frame, settings
        self._fonts: dict[int, Font] = {}
        self._kinds: dict[bytes, _Kind] = {}
        self._styles: dict[Style, Style] = {}

    def read(self, handle: int, index: int) -> Run:
        """The run of a text object not met before; `index` is a character of it."""
        key, level = run_facts(self._text_page, handle, index)
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._kind(*RUN_KIND.unpack(key))
        baseline = self._frame.top - level
        bottom = baseline - kind.descent
        run = self.by_handle[handle] = Run(
            len(self.by_handle),
            kind.style,
            kind.turn,
            kind.hidden,
            level,
            kind.upright,
            kind.slanted,
            kind.flat,
            kind.descent,
            hundredths(bottom - kind.size),
            hundredths(bottom),
            hundredths(baseline),
        )
        return run

    def _kind(
        self,
        a: float,
        b: float,
        c: float,
        d: float,
        text_size: float,
        font_handle: int,
        mode: int,
        color: int,
        transparent: int,
    ) -> _Kind:
        font = self._fonts.get(font_handle)
        if font is None:
            font = self._fonts[font_handle] = Font(font_handle)
        along = hypot(a, b)
        size = abs(text_size * (a * d - b * c)) / along if along else 0.0
        if not size < FAR:  # or it is no number
            size = 0.0
        style = Style(
            font.name,
            hundredths(size),
            font.bold or mode == _FILL_AND_STROKE_MODE,
            font.italic or (b == 0 and a > 0 and c > _SLANTED * d > 0),
            color,
        )
        hidden: Hidden = ""
        if mode in _UNSEEN_MODES:
            hidden = "invisible"
        elif transparent:
            hidden = "transparent"
        elif size < self._settings.tiny:
            hidden = "tiny"
        return _Kind(
            style=self._styles.setdefault(style, style),
            turn=self._frame.turn(a, b),
            hidden=hidden,
            upright=b == 0 and a > 0 and d > 0 and not font.flat,
            slanted=min(abs(a), abs(b)) > _SLANTED * max(abs(a), abs(b)),
            flat=font.flat,
            size=size,
            descent=font.descent * size,
        )
