"""The second reader: pdfplumber (pdfminer.six), slower and independent of pdfium; the referee of the first.

It cannot tell text objects or text rendering modes: `Word.run` changes where style or line do, and invisible text
shows as visible. Right-to-left words come as drawn and are put in logical order here.
"""

import re
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.psexceptions import PSException
from pdfminer.utils import decode_text
from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

from statchunk.errors import LimitError, NotAPdfError, PasswordError, ReaderError
from statchunk.geometry import box_of
from statchunk.model.page import FileInformation, Image, OutlineItem, Page, PageText, Rect, Rule, Style, Word
from statchunk.model.page import Path as DrawnPath
from statchunk.readers.frame import Turn, too_large
from statchunk.readers.information import information_of
from statchunk.readers.rules import merge_rules
from statchunk.readers.splitting import (
    clean,
    figures_touch,
    inner_cuts,
    is_right_to_left,
    letters_touch,
    mend,
    named_bold,
    named_italic,
    set_apart,
    without_subset_prefix,
)
from statchunk.readers.visibility import Painted, hidden_warning, hide, is_pale
from statchunk.rounding import hundredths
from statchunk.settings import ReaderSettings

_DIGITS = re.compile(r"\d[\d.,٫٬]*\d")
_SIGNS = "-−–+"
_SPACES = " \t\r\n\f\v\xa0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class _Letter(NamedTuple):
    """A character in a frame where it reads from left to right: `start` and `end` along, `level` across the line."""

    text: str
    start: float
    end: float
    level: float
    style: Style
    turn: Turn
    box: tuple[float, float, float, float]
    baseline: float


DAMAGED = (
    PSException,
    MalformedPDFException,
    PdfminerException,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What pdfminer raises, on purpose or not, where a file is damaged."""


class PlumberDocument:
    """A file opened with pdfplumber."""

    name = "pdfplumber"

    def __init__(self, path: Path, password: str | None, settings: ReaderSettings) -> None:
        """Opens the file.

        Raises:
            NotAPdfError: if pdfminer cannot make sense of it.
            PasswordError: if it is encrypted and the password is missing or wrong.
            LimitError: if it has more pages than allowed.
        """
        self._path = path
        self._settings = settings
        try:
            self._document = pdfplumber.open(path, password=password, raise_unicode_errors=False)
        except PdfminerException as exc:
            if exc.args and isinstance(exc.args[0], PDFPasswordIncorrect):
                told = "the password given is wrong; give the right one" if password else "encrypted; give its password"
                raise PasswordError(f"{path}: {told} with --password") from exc
            raise NotAPdfError(f"{path}: no readable PDF (damaged or cut short); fetch it again") from exc
        try:
            self.count = len(self._document.pages)
        except DAMAGED as exc:
            self._document.stream.close()  # its own `close` goes through the pages, which fails again
            raise NotAPdfError(f"{path}: no readable PDF (damaged or cut short); fetch it again") from exc
        if self.count == 0:
            self._document.close()
            raise NotAPdfError(f"{path}: it has no pages (damaged or cut short); fetch it again")
        if self.count > settings.max_pages:
            self._document.close()
            raise LimitError(
                f"{path}: {self.count:,} pages, more than the limit of {settings.max_pages:,}; "
                "raise reader.max_pages or split it"
            )

    def close(self) -> None:
        """Closes the file."""
        try:
            self._document.close()
        except DAMAGED:
            self._document.stream.close()

    def outline(self) -> tuple[OutlineItem, ...]:
        """None: this reader gives no bookmarks."""
        return ()

    def information(self) -> FileInformation:
        """What the file says of itself."""
        try:
            fields = {name: value for name, value in self._document.metadata.items() if isinstance(value, str)}
            language = self._document.doc.catalog.get("Lang", b"")
        except DAMAGED:
            return information_of({}, "", {})
        return information_of(fields, decode_text(language) if isinstance(language, bytes) else "", {})

    def pages(self, numbers: range | None) -> Iterator[Page]:
        """Pages one by one; `numbers` count from 1."""
        for number in numbers if numbers is not None else range(1, self.count + 1):
            if not 1 <= number <= self.count:
                continue
            page = self._document.pages[number - 1]
            try:
                yield _read_page(page, number, self._settings)
            except DAMAGED as exc:
                yield Page(number, 0.0, 0.0, warnings=(f"page {number} cannot be read: {type(exc).__name__}",))
            finally:
                page.close()

    def texts(self) -> Iterator[PageText]:
        """The text of each page as pdfplumber extracts it, nothing of it understood or left out.

        Raises:
            ReaderError: if a page cannot be read.
        """
        for number, page in enumerate(self._document.pages, 1):
            if number in self._settings.left_out_pages:
                continue
            try:
                left, top, right, bottom = _visible(page)
                text = page.extract_text()
            except DAMAGED as exc:
                raise ReaderError(f"{self._path}: page {number} cannot be read: {type(exc).__name__}") from exc
            finally:
                page.close()
            yield PageText(number, hundredths(right - left), hundredths(bottom - top), text)


def _read_page(page: Any, number: int, settings: ReaderSettings) -> Page:
    left, top, right, bottom = _visible(page)
    width, height = hundredths(right - left), hundredths(bottom - top)
    if max(width, height) > settings.max_page_side:
        return too_large(number, width, height)

    def box(thing: dict[str, Any]) -> tuple[float, float, float, float]:
        return (
            hundredths(thing["x0"] - left),
            hundredths(thing["top"] - top),
            hundredths(thing["x1"] - left),
            hundredths(thing["bottom"] - top),
        )

    words = mend(_words(_letters(page, left, top), settings), settings)
    rules, rects, paths = _drawn(page, box, width, height, settings)
    images = tuple(Image(*box(image), *_pixels(image), "") for image in page.images)
    filled = [(box_of(area), area.fill) for area in rects if area.fill is not None]
    filled += [(box_of(area), area.fill) for area in paths if area.fill is not None]
    painted = [Painted(place, -1, is_pale(fill, settings)) for place, fill in filled]
    painted.sort(key=lambda area: not area.pale)  # drawing order is not known: dark areas count as the upper ones
    painted.extend(Painted(box_of(image), -1, False) for image in images)
    words = hide(words, dict, painted, (), width, height, settings)
    hidden = tuple(word for word in words if word.hidden)
    warnings = [hidden_warning(number, hidden)] if hidden else []
    if not words and (images or paths or rules):
        warnings.append(f"page {number} has no text layer (an image): nothing can be read from it without OCR")
    if any(is_right_to_left(word.text) for word in words):
        warnings.append(f"page {number} has right-to-left text, whose order this reader can only infer")
    return Page(
        number,
        width,
        height,
        words=tuple(word for word in words if not word.hidden),
        hidden_words=hidden,
        rules=merge_rules(rules, settings),
        rects=tuple(rects),
        images=images,
        paths=tuple(paths),
        warnings=tuple(warnings),
    )


def _visible(page: Any) -> tuple[float, float, float, float]:
    """(x0, top, x1, bottom) of the visible part, in pdfplumber's coordinates."""
    x0, top, x1, bottom = page.mediabox
    cx0, ctop, cx1, cbottom = page.cropbox
    left, upper, right, lower = max(x0, cx0), max(top, ctop), min(x1, cx1), min(bottom, cbottom)
    return (left, upper, right, lower) if right > left and lower > upper else (x0, top, x1, bottom)


def _letters(page: Any, left: float, top: float) -> Iterator[_Letter]:
    """The characters in the order of the file."""
    letters: list[tuple[dict[str, Any], Turn, float]] = []
    descents: defaultdict[str, list[float]] = defaultdict(list)
    line = page.height + page.mediabox[1] - top
    for char in page.chars:
        a, b, _, _, _, f = char["matrix"]
        turn: Turn = (0 if a >= 0 else 180) if abs(a) >= abs(b) else (270 if b > 0 else 90)
        size = char["x1"] - char["x0"] if turn in (90, 270) else char["bottom"] - char["top"]
        letters.append((char, turn, size))
        if turn == 0 and size:
            descents[char["fontname"]].append((char["bottom"] - top - (line - f)) / size)
    hanging = {font: median_low(shares) for font, shares in descents.items()}
    styles: dict[tuple[Any, ...], Style] = {}
    for char, turn, size in letters:
        slanted = turn == 0 and char["matrix"][2] > _SLANTED * char["matrix"][3] > 0
        ink = char["non_stroking_color"]
        if char.get("ncs") == "Separation" and len(ink) == 1 and isinstance(ink[0], int | float):
            ink = (1 - ink[0],)  # a share of ink, not of light
        key = (char["fontname"], hundredths(size), ink, slanted)
        style = styles.get(key)
        if style is None:
            font = without_subset_prefix(str(char["fontname"]))
            style = styles[key] = Style(
                font, key[1], named_bold(font), named_italic(font) or slanted, _color(key[2]) or 0
            )
        x0, x1, y0, y1 = char["x0"] - left, char["x1"] - left, char["top"] - top, char["bottom"] - top
        below = hanging.get(char["fontname"], _HANGING) * size
        if turn == 0:
            start, end, level, baseline = x0, x1, y1 - below, y1 - below
        elif turn == 180:
            start, end, level, baseline = -x1, -x0, -y0 - below, y0 + below
        elif turn == 90:
            start, end, level, baseline = y0, y1, -x0 - below, x0 + below
        else:
            start, end, level, baseline = -y1, -y0, x1 - below, x1 - below
        yield _Letter(char["text"], start, end, level, style, turn, (x0, y0, x1, y1), baseline)


_SLANTED = 0.1
"""Sideways shift of the top of a letter as a share of its height, above which it counts as italic."""
_HANGING = 0.21
"""Share of the size below the baseline in most text fonts; for turned text in a font with no upright letters."""


def _word(letters: list[_Letter], run: int, glued: bool) -> Word | None:
    """A word of characters; None where nothing of it can be shown."""
    text = "".join(letter.text for letter in letters)
    if is_right_to_left(text) and letters[-1].start > letters[0].start:
        text = "".join(letter.text for letter in reversed(letters))  # a ligature keeps the order of its letters
        text = _DIGITS.sub(lambda digits: digits[0][::-1], text).translate(_MIRRORED)
    text = clean(text)
    if not text:
        return None
    style = Counter(letter.style for letter in letters).most_common(1)[0][0]
    main = next(letter for letter in letters if letter.style == style)
    x0, top = min(letter.box[0] for letter in letters), min(letter.box[1] for letter in letters)
    x1, bottom = max(letter.box[2] for letter in letters), max(letter.box[3] for letter in letters)
    if main.turn in (0, 180):
        top, bottom = main.box[1], main.box[3]
    else:
        x0, x1 = main.box[0], main.box[2]
    place = (hundredths(x0), hundredths(top), hundredths(x1), hundredths(bottom), hundredths(main.baseline))
    return Word(text, *place, style, main.turn, 0, glued, "", 0, run)


def _words(letters: Iterator[_Letter], settings: ReaderSettings) -> list[Word]:
    """Characters gathered into words by the rules of the first reader, numbered in order."""
    words: list[Word] = []
    run = 0
    for chunk, glued in _chunks(letters, settings):
        text = "".join(letter.text for letter in chunk)
        places = [0, len(chunk)]
        if len(text) == len(chunk):
            places[1:1] = inner_cuts(text, 0, len(chunk))
        for first, last in pairwise(places):
            run += 1
            word = _word(chunk[first:last], run, glued or first > 0)
            if word:
                words.append(word.but(order=len(words)))
    return words


def _chunks(letters: Iterator[_Letter], settings: ReaderSettings) -> Iterator[tuple[list[_Letter], bool]]:
    """Characters without space between them, set alike, and whether they are glued to those before."""
    current: list[_Letter] = []
    glued = False
    for letter, following in pairwise(chain(letters, (None,))):
        if letter is None:
            break
        bare = letter.text.strip(_SPACES)
        if not bare:
            if current and following is not None and _takes_no_room(current[-1], following, settings):
                continue
            if current:
                yield current, glued
            current, glued = [], False
            continue
        if bare != letter.text:
            letter = letter._replace(text=bare)
        if not current:
            current = [letter]
            continue
        last = current[-1]
        size = max(letter.style.size, last.style.size) or 1.0
        gap, drop = (letter.start - last.end) / size, abs(letter.level - last.level) / size
        shift = abs(letter.start - last.start) / size
        if letter.text == last.text and letter.turn == last.turn and shift < settings.double and drop < settings.double:
            current[-1] = last._replace(style=last.style.but(bold=True))
            continue
        apart = letter.turn != last.turn or drop > settings.highest or gap > settings.word_gap or gap < -1.0
        if gap < -1.0 and is_right_to_left(letter.text) and (last.start - letter.end) / size < settings.word_gap:
            apart = letter.turn != last.turn or drop > settings.highest
        touching = (
            letter.text in _SIGNS
            and following is not None
            and figures_touch("".join(c.text for c in current), letter.text + following.text, drawn_apart=False)
        )
        if apart or touching or drop > settings.raised or set_apart(last.style, letter.style, settings):
            yield current, glued
            current, glued = [letter], not apart
        else:
            current.append(letter)
    if current:
        yield current, glued


def _takes_no_room(last: _Letter, following: _Letter, settings: ReaderSettings) -> bool:
    """Whether the space between two letters of one line takes no room."""
    size = last.style.size or 1.0
    beside = last.turn == following.turn and abs(following.level - last.level) < settings.raised * size
    return beside and letters_touch(last.text, following.text, (following.start - last.end) / size, settings)


def _pixels(image: dict[str, Any]) -> tuple[int, int]:
    size = image.get("srcsize") or (0, 0)
    return int(size[0] or 0), int(size[1] or 0)


def _color(value: Any) -> int | None:
    """0xRRGGBB of a colour in one of the device spaces; None of any other."""
    parts = value if isinstance(value, tuple | list) else (value,)
    if not parts or not all(isinstance(part, int | float) for part in parts):
        return None
    if len(parts) == 1:
        red = green = blue = float(parts[0])
    elif len(parts) == 3:
        red, green, blue = (float(part) for part in parts)
    elif len(parts) == 4:
        cyan, magenta, yellow, black = (float(part) for part in parts)
        red, green, blue = ((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))
    else:
        return None
    red, green, blue = (min(255, max(0, round(part * 255))) for part in (red, green, blue))
    return int(red) << 16 | int(green) << 8 | int(blue)


def _drawn(
    page: Any,
    box: Callable[[dict[str, Any]], tuple[float, float, float, float]],
    width: float,
    height: float,
    settings: ReaderSettings,
) -> tuple[list[Rule], list[Rect], list[DrawnPath]]:
    """Rules, rectangles and other paths, cut to the page."""
    rules: list[Rule] = []
    rects: list[Rect] = []
    paths: list[DrawnPath] = []
    for thing in (*page.lines, *page.rects, *page.curves):
        x0, top, x1, bottom = box(thing)
        if x1 < 0 or bottom < 0 or x0 > width or top > height:
            continue
        place = (max(0.0, x0), max(0.0, top), min(width, x1), min(height, bottom))
        fill = _color(thing["non_stroking_color"]) if thing.get("fill") else None
        stroke = _color(thing["stroking_color"]) if thing.get("stroke") else None
        if fill is None and stroke is None:
            continue
        color = fill if fill is not None else stroke or 0
        thick = hundredths(thing.get("linewidth") or 0.0) if stroke is not None else 0.0
        narrow = min(place[2] - place[0], place[3] - place[1])
        kind = thing["object_type"]
        if kind == "curve" or (kind == "line" and narrow > settings.straight):
            paths.append(DrawnPath(*place, fill, stroke))
        elif kind == "line" or narrow <= settings.thin:
            rules.append(Rule(*place, max(thick, hundredths(narrow)), color))
        else:
            rects.append(Rect(*place, fill, stroke))
            if stroke is not None:
                left, upper, right, lower = place
                for side in (
                    (left, upper, right, upper),
                    (left, lower, right, lower),
                    (left, upper, left, lower),
                    (right, upper, right, lower),
                ):
                    rules.append(Rule(*side, thick, stroke))
    return rules, rects, paths
