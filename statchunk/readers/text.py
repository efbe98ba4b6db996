"""Words of one page from pdfium's text page.

Calls into pdfium are the cost, so all code points come in one call and boxes only where words begin and end.
"""

import re
from collections.abc import Sequence
from ctypes import byref, c_double, c_ushort
from itertools import pairwise
from typing import Final, NamedTuple

from statchunk.model.page import Rule, Word
from statchunk.readers import native
from statchunk.readers.bulk import HYPHENS, edges, text_objects, text_signs, word_places
from statchunk.readers.frame import Frame
from statchunk.readers.runs import Run, Runs
from statchunk.readers.splitting import (
    clean,
    figures_touch,
    has_inner_cuts,
    inner_cuts,
    is_right_to_left,
    letters_touch,
    mend,
    set_apart,
)
from statchunk.rounding import hundredths
from statchunk.settings import ReaderSettings

_UNKNOWN: Final = re.compile(rf"[\x01\x03-\x08\x0b\x0c\x0e-\x1f]|[{HYPHENS}](?=\S)")
_SAME_LINE: Final = 0.1
"""Points between the baselines of a character and the next on its line."""
_ARABIC: Final = re.compile("[\u0620-\u064a\u066e-\u06d3]{2}")  # two letters
_FIRST_IDEOGRAPH: Final = "\u2e80"
_MARKS: Final = "-−–—._·…"
"""pdfium makes no space between these when they repeat, however far apart they stand."""
_REPEATED: Final = re.compile(rf"([{_MARKS}])\1+")


class PageText(NamedTuple):
    """Words in text layer order."""

    words: list[Word]
    run_of: dict[int, int]
    """`Word.run` by handle of the text object."""
    warnings: tuple[str, ...]


_Piece = tuple[int, int, Run]
"""Begin and end of the characters that make one word, and the run that most of them belong to."""
_Place = tuple[float, float, float, float, float]
"""(x0, top, x1, bottom, baseline) as displayed."""


def read_words(
    page: int, frame: Frame, settings: ReaderSettings, texts: dict[str, str], rules: Sequence[Rule] = ()
) -> PageText:
    """The words of a loaded page.

    Args:
        page: its handle.
        frame: its visible box and rotation.
        settings: thresholds.
        texts: those of the pages before, each once however often it is printed.
        rules: drawn on it: text objects that touch where one stands between them are words apart.
    """
    text_page = native.load_text_page(page)
    if not text_page:
        return PageText([], {}, ("its text cannot be read",))
    try:
        return _TextReader(text_page, frame, settings, texts, rules).read()
    finally:
        native.close_text_page(text_page)


class _TextReader:
    def __init__(
        self, text_page: int, frame: Frame, settings: ReaderSettings, texts: dict[str, str], rules: Sequence[Rule]
    ) -> None:
        self.address, self.text_page = text_page, native.Handle(text_page)
        self.frame, self.settings, self.texts = frame, settings, texts
        self.glued_gap, self.word_gap, self.is_plain = settings.glued_gap, settings.word_gap, frame.rotation == 0
        self.walls = [rule for rule in rules if not rule.is_horizontal] if self.is_plain else []
        self.runs = Runs(text_page, frame, settings)
        self.words: list[Word] = []
        self.last_stop, self.last_x1, self.last_baseline = -1, 0.0, -1.0
        """Of the word before: the end of its characters, its right edge and its baseline."""
        self.has_vertical = False
        self.box = native.Rectangle()
        self.box_argument = byref(self.box)
        self.doubles = tuple(c_double() for _ in range(4))
        self.double_arguments = tuple(byref(value) for value in self.doubles)

    def text(self) -> tuple[str, bool]:
        """The characters of the page as pdfium gives them, one code point each, and whether its two counts agree."""
        count = native.count_characters(self.text_page)
        if count <= 0:
            return "", True
        buffer = (c_ushort * (2 * count + 2))()
        written = native.get_text(self.text_page, 0, count, buffer)
        text = bytes(memoryview(buffer).cast("B")[: 2 * max(0, written - 1)]).decode("utf-16-le", "surrogatepass")
        if len(text) == count:
            return text, True
        codes = (native.get_unicode(self.text_page, index) for index in range(count))
        return "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes), False

    def known_or_mark(self, match: re.Match[str]) -> str:
        """A control character as it is where pdfium made it up, else the mark of a character without Unicode value."""
        index = match.start()
        if match[0] in HYPHENS:
            (x, y), (next_x, next_y) = self.origin(index), self.origin(index + 1)
            return "\ufffd" if next_x > x and abs(next_y - y) < _SAME_LINE else match[0]
        return match[0] if native.is_generated(self.text_page, index) else "\ufffd"

    def read(self) -> PageText:
        """All words of the page."""
        text, direct = self.text()
        controls, repeats = text_signs(text, _MARKS)
        if controls and direct:
            text = _UNKNOWN.sub(self.known_or_mark, text)
        warnings = [] if direct else ["some of its characters have no code point of their own; words may be wrong"]
        known, most = self.runs.by_handle, self.settings.max_words_a_page
        repeated = [found.start() for found in _REPEATED.finditer(text)] if repeats else []
        repeated.append(len(text))
        spot, inner = 0, has_inner_cuts(text)
        for begin, stop, first, last, left, right in word_places(self.address, text):
            if len(self.words) >= most:
                break
            if not first:
                continue
            run = known.get(first)
            if run is None:
                run = self.runs.read(first, begin)
            while repeated[spot] < begin:
                spot += 1
            repeated_here = repeated[spot] < stop
            single = first == last
            if single and not repeated_here and not inner:
                self.add(text, begin, stop, run, left, right)
                continue
            pieces = self.cut(text, begin, stop, run, single, repeated_here, inner)
            if single and len(pieces) == 1:
                self.add(text, begin, stop, run, left, right)
                continue
            for start, end, own in pieces:
                left, _, _, right = edges(self.address, start, end)
                self.add(text, start, end, own, left, right)
        if len(self.words) >= most:
            del self.words[most:]
            warnings.append(f"it has more than {most:,} words: the rest is left out")
        if self.has_vertical:
            warnings.append("it has vertical writing, whose words stand in the order of the file")
        if "\ufffd" in text:
            warnings.append("some of its characters have no Unicode value, shown as \ufffd")
        runs = {handle: run.number for handle, run in known.items()}
        return PageText(mend(self.words, self.settings), runs, tuple(warnings))

    def add(self, text: str, begin: int, stop: int, run: Run, left: float, right: float) -> None:
        """A word of one run; `left` of its first character and `right` of its last, in the file's coordinates."""
        shown = text[begin:stop]
        if not (simple := shown.isascii() and shown.isprintable()) and not (shown := clean(shown)):
            return
        words, style = self.words, run.style
        if not simple and stop - begin > 1 and shown[0] >= _FIRST_IDEOGRAPH and self.is_vertical(run, begin, stop):
            self.has_vertical = True
            x0, top, x1, bottom, baseline = self.ink_place(run, begin, stop)
        elif run.upright:
            if right <= left or (not simple and is_right_to_left(shown)):
                left, right = self.extent(begin, stop)
                if len(shown) == stop - begin and _ARABIC.search(shown):
                    shown = self.in_reading_order(shown, begin)
            if self.is_plain:
                x0, x1 = hundredths(left - self.frame.left), hundredths(right - self.frame.left)
                top, bottom, baseline = run.top, run.bottom, run.baseline
            else:
                x0, top, x1, bottom, baseline = self.upright_place(run, left, right)
        else:
            x0, top, x1, bottom, baseline = self.turned_place(text, run, begin, stop)
        glued = begin == self.last_stop
        if baseline == self.last_baseline and run.turn == 0:
            gap = x0 - self.last_x1
            if glued:
                glued = gap <= self.word_gap * style.size
            elif abs(gap) < self.glued_gap * style.size and (
                text[begin - 1] == "\n"  # letters drawn one by one on a page that pdfium takes for vertical writing
                or self.is_false_space(text, begin)
                or (text[begin - 1] == " " and letters_touch(words[-1].text, shown, gap / style.size, self.settings))
            ):
                glued = True
                if style is words[-1].style:
                    words[-1] = words[-1].but(text=words[-1].text + shown, x1=x1)
                    self.last_stop, self.last_x1 = stop, x1
                    return
        self.last_stop = stop if text[stop - 1] not in HYPHENS else -1
        self.last_x1, self.last_baseline = x1, baseline
        words.append(
            Word(
                self.texts.setdefault(shown, shown),
                x0,
                top,
                x1,
                bottom,
                baseline,
                style,
                run.turn,
                0,
                glued,
                run.hidden,
                len(words),
                run.number,
            )
        )

    def cut(
        self, text: str, begin: int, stop: int, run: Run, single: bool, repeats: bool, inner: bool
    ) -> Sequence[_Piece]:
        """The words that characters without space between them make.

        Args:
            text: of the page.
            begin: of the characters.
            stop: where they end.
            run: of the first.
            single: whether all are of it.
            repeats: whether a character that pdfium makes no space behind stands twice in a row among them.
            inner: whether words without a space are cut on this page by their looks.
        """
        pieces: Sequence[_Piece] = ((begin, stop, run),) if single else self.pieces(text, begin, stop, run)
        if repeats:
            pieces = [part for piece in pieces for part in self.parted(text, piece)]
        if inner:
            pieces = [part for piece in pieces for part in _cut_inside(text, piece)]
        return pieces

    def is_false_space(self, text: str, begin: int) -> bool:
        """Whether pdfium made up the space before the character at `begin`."""
        return text[begin - 1] == " " and bool(native.is_generated(self.text_page, begin - 1))

    def pieces(self, text: str, start: int, end: int, first: Run) -> list[_Piece]:
        """The characters from `start` to `end`, which belong to several runs, cut where they are words apart."""
        known = self.runs.by_handle
        spans: list[tuple[int, int, Run]] = []
        begin, run = start, first
        for index, handle in enumerate(text_objects(self.address, start, end), start):
            other = (known.get(handle) or self.runs.read(handle, index)) if handle else run
            if other is not run:
                spans.append((begin, index, run))
                begin, run = index, other
        spans.append((begin, end, run))
        pieces: list[_Piece] = []
        begin, stop, run = spans[0]
        length = stop - begin
        for span in spans[1:]:
            if (
                self.differ(run, span[2])
                or self.is_gap(run, span[0])
                or figures_touch(text[begin:stop], text[span[0] : end], drawn_apart=True)
            ):
                pieces.append((begin, stop, run))
                begin, stop, run = span
                length = stop - begin
            else:
                stop = span[1]
                if span[1] - span[0] > length:
                    run, length = span[2], span[1] - span[0]
        pieces.append((begin, stop, run))
        return pieces

    def differ(self, one: Run, other: Run) -> bool:
        """Whether two runs that touch are two words."""
        if one.hidden != other.hidden or one.turn != other.turn or set_apart(one.style, other.style, self.settings):
            return True
        raised = self.settings.raised * max(one.style.size, other.style.size)
        return one.upright and other.upright and not abs(one.level - other.level) <= raised  # one may be no number

    def is_gap(self, run: Run, index: int) -> bool:
        """Whether there is a gap before the character at `index`, which belongs to another run than the one before,
        or a rule between the two: texts too long for their cells touch the next or run over it."""
        if not run.upright:
            return False
        _, right, left, _ = edges(self.address, index - 1, index + 1)
        size = run.style.size
        if left - right > self.settings.word_gap * size:
            return True
        return bool(self.walls) and self.is_wall(left - self.frame.left, run)

    def is_wall(self, x: float, run: Run) -> bool:
        """Whether a vertical rule as high as the text stands where a run begins."""
        reach, middle = self.settings.wall * run.style.size, (run.top + run.bottom) / 2
        return any(
            [wall.x0 - reach <= x <= wall.x1 + reach and wall.top <= middle <= wall.bottom for wall in self.walls]
        )

    def parted(self, text: str, piece: _Piece) -> list[_Piece]:
        """The piece cut at gaps between repeated characters, which pdfium makes no space for."""
        begin, stop, run = piece
        if not run.upright:
            return [piece]
        gap = self.settings.column_gap * run.style.size
        box = self.box
        parts: list[_Piece] = []
        for match in _REPEATED.finditer(text, begin, stop):
            first, last = match.start(), match.end() - 1
            native.get_loose_box(self.text_page, first, self.box_argument)
            left, right = box.left, box.right
            native.get_loose_box(self.text_page, last, self.box_argument)
            if box.right - left > (right - left) * (last - first + 1) + gap:
                for index in range(first + 1, last + 1):
                    native.get_loose_box(self.text_page, index, self.box_argument)
                    if box.left - right > gap:
                        parts.append((begin, index, run))
                        begin = index
                    right = box.right
            if first == begin and last == first + 1 and text[first] != "." and text[last + 1 : last + 2].isdigit():
                parts.append((begin, last, run))  # a nil sign that touches a negative figure
                begin = last
        parts.append((begin, stop, run))
        return parts

    def extent(self, begin: int, stop: int) -> tuple[float, float]:
        """Least left and greatest right of the characters, in the file's coordinates."""
        lefts, rights = [], []
        for index in range(begin, stop):
            native.get_loose_box(self.text_page, index, self.box_argument)
            lefts.append(self.box.left)
            rights.append(self.box.right)
        return min(lefts), max(rights)

    def upright_place(self, run: Run, left: float, right: float) -> _Place:
        """Where upright text between two edges stands on a rotated page."""
        below, above = run.descent, run.descent + run.style.size
        across, down = self.frame.point(left, run.level)
        corners = self.frame.box(left, run.level + below, right, run.level + above)
        return (*corners, hundredths(down if run.turn in (0, 180) else across))

    def turned_place(self, text: str, run: Run, begin: int, stop: int) -> _Place:
        """Where text stands that is turned, or whose font states no height."""
        if run.slanted or run.flat:
            return self.ink_place(run, begin, stop)
        below, above = run.descent, run.descent + run.style.size
        x, y = self.origin(begin)
        left, bottom, right, top = self.ink(stop - 1)
        ahead = self.origin(stop) if text[stop : stop + 1] == " " else None
        quarter, near = (run.turn - self.frame.rotation) % 360, self.settings.word_gap * run.style.size
        if quarter == 270:
            end = ahead[1] if ahead and top <= ahead[1] <= top + near else top
            corners = x - above, min(y, end), x - below, max(y, end)
        elif quarter == 90:
            end = ahead[1] if ahead and bottom - near <= ahead[1] <= bottom else bottom
            corners = x + below, min(y, end), x + above, max(y, end)
        elif quarter == 180:
            corners = min(x, left), y - above, max(x, left), y - below
        else:
            corners = min(x, left), y + below, max(x, right), y + above
        across, down = self.frame.point(x, y)
        return (*self.frame.box(*corners), hundredths(down if run.turn in (0, 180) else across))

    def ink_place(self, run: Run, begin: int, stop: int) -> _Place:
        """Where the ink of characters stands."""
        boxes = [self.ink(index) for index in range(begin, stop)]
        x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
        x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
        across, down = self.frame.point(*self.origin(begin))
        return (*self.frame.box(x0, y0, x1, y1), hundredths(down if run.turn in (0, 180) else across))

    def is_vertical(self, run: Run, begin: int, stop: int) -> bool:
        """Whether the characters of an upright run stand below one another."""
        return run.upright and abs(self.origin(begin)[1] - self.origin(stop - 1)[1]) > run.style.size / 2

    def in_reading_order(self, shown: str, begin: int) -> str:
        """A word of Arabic letters whose ligatures, which pdfium turns round with the line, run in reading order again:
        letters of one place are of one ligature."""
        places = [self.origin(begin + at) for at in range(len(shown))]
        if len(set(places)) == len(places):
            return shown
        runs: list[list[str]] = []
        for at, letter in enumerate(shown):
            if at and places[at] == places[at - 1]:
                runs[-1].append(letter)
            else:
                runs.append([letter])
        return "".join(letter for run in runs for letter in reversed(run))

    def origin(self, index: int) -> tuple[float, float]:
        """Where a character stands on its baseline, in the file's coordinates."""
        native.get_origin(self.text_page, index, *self.double_arguments[:2])
        return self.doubles[0].value, self.doubles[1].value

    def ink(self, index: int) -> tuple[float, float, float, float]:
        """(left, bottom, right, top) of a character's ink, in the file's coordinates."""
        left, right, bottom, top = self.doubles
        native.get_tight_box(self.text_page, index, *self.double_arguments)
        return left.value, bottom.value, right.value, top.value


def _cut_inside(text: str, piece: _Piece) -> list[_Piece]:
    """The piece cut where a row of dots begins or ends, and where a figure touches its label."""
    begin, stop, run = piece
    places = [begin, *inner_cuts(text, begin, stop), stop]
    return [(first, last, run) for first, last in pairwise(places)]
