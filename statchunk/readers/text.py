"""Words of one page from pdfium's text page."""

import ctypes
import re
from collections.abc import Iterator
from ctypes import byref, c_double, c_float, c_ushort

from statchunk.model.page import Hidden, Style, Word
from statchunk.readers import native
from statchunk.readers.frame import Frame, Turn
from statchunk.readers.splitting import (
    clean,
    figures_touch,
    named_bold,
    named_italic,
    rise_of,
    without_subset_prefix,
)
from statchunk.settings import ReaderSettings

_WORD = re.compile(r"[^\s\x00\x02]+\x02?|\x02")
_FORCE_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6
_INVISIBLE_MODES = (3, 7)
_FILL_AND_STROKE, _STROKE = 2, 1


class _Font:
    """What all runs in one font share."""

    __slots__ = ("bold", "descent", "flat", "italic", "name")

    def __init__(self, handle: int | None) -> None:
        self.name, self.bold, self.italic, self.descent, self.flat = "", False, False, 0.0, True
        if not handle:
            return
        buffer = ctypes.create_string_buffer(256)
        length = native.get_font_name(handle, buffer, 256)
        self.name = without_subset_prefix(buffer.value.decode("utf-8", "replace")) if 0 < length <= 256 else ""
        flags = native.get_font_flags(handle)
        telling = sum(c.isalpha() for c in self.name) > 3
        self.bold = named_bold(self.name) or (
            bool(flags > 0 and flags & _FORCE_BOLD) if telling else native.get_font_weight(handle) >= 700
        )
        self.italic = named_italic(self.name) or bool(flags > 0 and flags & _ITALIC_FLAG)
        descent, ascent = c_float(), c_float()
        native.get_font_descent(handle, 1000.0, byref(descent))
        native.get_font_ascent(handle, 1000.0, byref(ascent))
        self.flat = ascent.value == descent.value
        self.descent = descent.value / 1000


class _Run:
    """A text object: what all its characters share."""

    __slots__ = ("a", "b", "baseline", "descent", "hidden", "index", "style", "turn", "upright", "x", "y")

    index: int
    style: Style
    hidden: Hidden
    turn: Turn
    upright: bool
    """Whether it reads left to right in the file's coordinates, so that pdfium's loose boxes hold."""
    baseline: float
    descent: float


class WordReader:
    """Reads the words of the pages of one document; keeps what pages share."""

    def __init__(self, settings: ReaderSettings) -> None:
        self._settings = settings
        self._fonts: dict[tuple[str, float], _Font] = {}
        self._color = native.Color()
        self._box, self._matrix = native.Rectangle(), native.Matrix()
        self._doubles = tuple(c_double() for _ in range(4))

    def read(self, page: int, frame: Frame) -> "PageText":
        """The words of a loaded page."""
        text_page = native.load_text_page(page)
        if not text_page:
            return PageText([], {}, ("its text cannot be read",))
        try:
            return _PageReader(self._settings, text_page, frame).read()
        finally:
            native.close_text_page(text_page)


class PageText:
    """Words in text layer order and the text objects they came from."""

    __slots__ = ("runs", "warnings", "words")

    def __init__(self, words: list[Word], runs: dict[int, int], warnings: tuple[str, ...]) -> None:
        self.words = words
        self.runs = runs
        """Run index by handle of the text object."""
        self.warnings = warnings


class _PageReader:
    def __init__(self, settings: ReaderSettings, text_page: int, frame: Frame) -> None:
        self.settings, self.text_page, self.frame = settings, text_page, frame
        self.fonts: dict[int | None, _Font] = {}
        self.styles: dict[Style, Style] = {}
        self.runs: dict[int, _Run] = {}
        self.color = native.Color()
        self.box, self.matrix = native.Rectangle(), native.Matrix()
        self.box_argument, self.matrix_argument = byref(self.box), byref(self.matrix)
        self.doubles = tuple(c_double() for _ in range(4))
        self.double_arguments = tuple(byref(value) for value in self.doubles)

    def text(self) -> tuple[str, bool]:
        """All characters of the page, one code point each, and whether pdfium's two counts agree."""
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

    def run(self, handle: int, index: int) -> _Run:
        """The run of a text object, read when it is first met at character `index`."""
        matrix = self.matrix
        native.get_text_matrix(self.text_page, index, self.matrix_argument)
        a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
        font_handle = native.get_font(handle)
        font = self.fonts.get(font_handle)
        if font is None:
            font = self.fonts[font_handle] = _Font(font_handle)
        size = abs(native.get_text_size(self.text_page, index)) * ((c * c + d * d) ** 0.5)
        mode = native.get_render_mode(handle)
        color, alpha = self.color.of(native.get_stroke_color if mode == _STROKE else native.get_fill_color, handle)
        style = Style(
            font.name,
            round(size, 2),
            font.bold or mode == _FILL_AND_STROKE,
            font.italic or (b == 0 and a > 0 and c > 0.1 * d > 0),
            color,
        )
        run = _Run()
        run.index = len(self.runs)
        run.style = self.styles.setdefault(style, style)
        run.hidden = (
            "invisible"
            if mode in _INVISIBLE_MODES
            else "transparent"
            if alpha == 0
            else "tiny"
            if size < self.settings.tiny
            else ""
        )
        run.turn = self.frame.turn(a, b)
        run.upright = b == 0 and a > 0 and d > 0 and not font.flat
        run.descent = font.descent * size
        run.a, run.b, run.x, run.y = a, b, matrix.e, matrix.f
        return run

    def pieces(self, text: str, start: int, end: int, first: _Run) -> Iterator[tuple[int, int, _Run]]:
        """The characters from `start` to `end` cut where style, height or figure changes."""
        runs, text_page, get_text_object = self.runs, self.text_page, native.get_text_object
        begin, current, kept = start, first, first
        run_start = start
        for index in range(start + 1, end):
            handle = get_text_object(text_page, index)
            if not handle:
                continue
            run = runs.get(handle)
            if run is None:
                run = runs[handle] = self.run(handle, index)
            if run is current:
                continue
            stop = index + 1
            while stop < end and get_text_object(text_page, stop) == handle:
                stop += 1
            if self.differ(kept, run) or figures_touch(text[begin:index], text[index:stop]):
                yield begin, index, kept
                begin, kept = index, run
            current = run
        yield begin, end, kept

    def differ(self, one: _Run, other: _Run) -> bool:
        """Whether two runs that touch are set differently enough to be two words."""
        a, b = one.style, other.style
        if a is b and one.y == other.y:
            return False
        if one.hidden != other.hidden or a.bold != b.bold or a.italic != b.italic or a.color != b.color:
            return True
        large = max(a.size, b.size)
        if abs(a.size - b.size) > (1 - self.settings.mark_size) * large:
            return True
        return one.upright and other.upright and abs(one.y - other.y) > self.settings.raised * large

    def read(self) -> PageText:
        """All words of the page."""
        text, direct = self.text()
        warnings: list[str] = []
        if not direct:
            warnings.append("some characters have no Unicode value of their own; their words may be wrong")
        words: list[Word] = []
        text_page, runs, box, box_argument = self.text_page, self.runs, self.box, self.box_argument
        get_text_object, get_loose_box = native.get_text_object, native.get_loose_box
        frame, settings = self.frame, self.settings
        plain = frame.rotation == 0
        frame_left, frame_top = frame.left, frame.top
        mark_size = settings.mark_size
        limit = settings.max_words_a_page
        previous: Word | None = None
        previous_end = -1
        for match in _WORD.finditer(text):
            start, end = match.span()
            handle = get_text_object(text_page, start)
            if not handle:
                continue
            run = runs.get(handle)
            if run is None:
                run = runs[handle] = self.run(handle, start)
            if end - start == 1 or get_text_object(text_page, end - 1) == handle:
                pieces: Iterator[tuple[int, int, _Run]] | tuple[tuple[int, int, _Run]] = ((start, end, run),)
            else:
                pieces = self.pieces(text, start, end, run)
            for begin, stop, run in pieces:
                if run.upright and plain:
                    get_loose_box(text_page, begin, box_argument)
                    x0 = box.left
                    if stop - begin > 1:
                        get_loose_box(text_page, stop - 1, box_argument)
                    x1 = box.right
                    if x1 < x0:
                        x0, x1 = self.extent(begin, stop)
                    baseline = frame_top - run.y
                    bottom = baseline - run.descent
                    place = (
                        round(x0 - frame_left, 2),
                        round(bottom - run.style.size, 2),
                        round(x1 - frame_left, 2),
                        round(bottom, 2),
                        round(baseline, 2),
                    )
                else:
                    place = self.place(run, begin, stop)
                shown = clean(text[begin:stop])
                if not shown:
                    continue
                glued = begin == previous_end
                word = Word(shown, *place, run.style, run.turn, 0, glued, run.hidden, len(words), run.index)
                if previous is not None:
                    size, last = run.style.size, previous.style.size
                    if size < mark_size * last:
                        word = self.raised(word, previous, before=True)
                    elif last < mark_size * size and not previous.rise:
                        words[-1] = self.raised(previous, word, before=False)
                words.append(word)
                previous = word
                previous_end = stop if text[stop - 1] != "\x02" else -1
            if len(words) > limit:
                warnings.append(f"more than {limit} words: the rest is left out")
                break
        return PageText(words, {handle: run.index for handle, run in runs.items()}, tuple(warnings))

    def raised(self, word: Word, beside: Word, *, before: bool) -> Word:
        """The word with its rise, if it is a mark beside a larger word (which comes `before` it or after)."""
        if word.turn != beside.turn:
            return word
        size = beside.style.size
        if word.turn in (0, 180):
            near = word.x0 - beside.x1 if before == (word.turn == 0) else beside.x0 - word.x1
            heights = word.baseline, beside.baseline
        else:
            near = word.top - beside.bottom if before == (word.turn == 90) else beside.top - word.bottom
            heights = word.baseline, beside.baseline
        if word.turn in (90, 180):
            heights = -heights[0], -heights[1]
        if not -0.5 * size <= near <= size:
            return word
        rise = rise_of(
            word.style.size,
            heights[0],
            size,
            heights[1],
            raised=self.settings.raised,
            lowered=self.settings.lowered,
        )
        if not rise:
            return word
        glued = word.glued or (before and near < self.settings.glued_gap * size)
        return word._replace(rise=rise, glued=glued)  # type: ignore[arg-type]

    def extent(self, begin: int, stop: int) -> tuple[float, float]:
        """Least left and greatest right of all characters, in the file's coordinates."""
        lefts, rights = [], []
        for index in range(begin, stop):
            native.get_loose_box(self.text_page, index, self.box_argument)
            lefts.append(self.box.left)
            rights.append(self.box.right)
        return min(lefts), max(rights)

    def place(self, run: _Run, begin: int, stop: int) -> tuple[float, float, float, float, float]:
        """(x0, top, x1, bottom, baseline) as displayed, for text that pdfium's loose boxes do not cover."""
        left, right, bottom, top = self.doubles
        edges: list[tuple[float, float, float, float]] = []
        for index in (begin, stop - 1) if abs(run.a * run.b) < 1e-6 else range(begin, stop):
            native.get_tight_box(self.text_page, index, *self.double_arguments)
            edges.append((left.value, bottom.value, right.value, top.value))
        x0, y0 = min(e[0] for e in edges), min(e[1] for e in edges)
        x1, y1 = max(e[2] for e in edges), max(e[3] for e in edges)
        native.get_origin(self.text_page, begin, self.double_arguments[0], self.double_arguments[1])
        x, y = left.value, right.value
        size, descent = run.style.size, run.descent
        if run.descent or not run.upright:
            quarter = (run.turn - self.frame.rotation) % 360
            if run.upright:
                native.get_loose_box(self.text_page, begin, self.box_argument)
                x0 = self.box.left
                native.get_loose_box(self.text_page, stop - 1, self.box_argument)
                x1 = self.box.right
            if abs(run.a * run.b) < 1e-6:
                if quarter == 0:
                    y0, y1 = y + descent, y + descent + size
                elif quarter == 180:
                    y0, y1 = y - descent - size, y - descent
                elif quarter == 270:
                    x0, x1 = x - descent - size, x - descent
                else:
                    x0, x1 = x + descent, x + descent + size
        shown = self.frame.box(x0, y0, x1, y1)
        across, down = self.frame.point(x, y)
        return (*shown, round(down if run.turn in (0, 180) else across, 2))
