"""Rules, rectangles, images and paths of one page from pdfium's page objects."""

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int, c_uint
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from statchunk.box import Box
from statchunk.geometry import centre_inside
from statchunk.model.page import Image, Path, Rect, Rule
from statchunk.readers import native
from statchunk.readers.bulk import form_objects, page_objects
from statchunk.readers.frame import IDENTITY, Frame, Matrix6
from statchunk.readers.opacity import ImageOpacity
from statchunk.readers.visibility import Cover, Painted, is_pale
from statchunk.rounding import hundredths
from statchunk.settings import ReaderSettings

_RECTANGLE_SEGMENTS: Final = 6
"""Segments of a rectangle at most: a move, four lines and a line back."""
Place = tuple[float, float, float, float]
"""(x0, top, x1, bottom) as displayed."""


@dataclass(slots=True)
class Graphics:
    """What is drawn on a page besides text."""

    rules: list[Rule] = field(default_factory=list)
    rects: list[Rect] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    image_handles: list[int] = field(default_factory=list)
    """One for each of `images`."""
    paths: list[Path] = field(default_factory=list)
    painted: list[Painted] = field(default_factory=list)
    """In drawing order."""
    covers: list[Cover] = field(default_factory=list)
    """In drawing order."""
    text_order: dict[int, int] = field(default_factory=dict)
    """When each text object was drawn, by its handle, on the count of `painted`."""
    warnings: list[str] = field(default_factory=list)


class GraphicsReader:
    """Reads the objects of one page."""

    def __init__(self, settings: ReaderSettings, frame: Frame) -> None:
        """One a page."""
        self.settings, self.frame = settings, frame
        self.found = Graphics()
        self.color = native.Color()
        self.floats = tuple(c_float() for _ in range(4))
        self.float_arguments = tuple(byref(value) for value in self.floats)
        self.edges = (c_float * 4)()
        self.edge_arguments = tuple(byref(self.edges, 4 * index) for index in range(4))
        self.width, self.height = hundredths(frame.width), hundredths(frame.height)
        self.fill_mode, self.stroked = c_int(), c_int()
        self.fill_argument, self.stroke_argument = byref(self.fill_mode), byref(self.stroked)
        self.matrix = native.Matrix()
        self.matrix_argument = byref(self.matrix)
        self.pixels = c_uint(), c_uint()
        self.count = 0
        self.depth = 0
        self.document = self.page = 0

    def read(self, document: int, page: int) -> Graphics:
        """All objects of a loaded page, forms included."""
        self.document, self.page = document, page
        self.walk(page_objects(page, self.most()), IDENTITY, 0)
        return self.found

    def most(self) -> int:
        """Objects to ask for: as many as are still allowed, and one to see that there are more."""
        return max(0, self.settings.max_objects_a_page - self.count) + 1

    def walk(self, objects: list[tuple[int, int]], outer: Matrix6, depth: int) -> None:
        """The objects of the page (`depth` 0) or of a form, by type and handle."""
        text_order = self.found.text_order
        most = self.settings.max_objects_a_page
        self.depth = depth
        for kind, address in objects:
            self.count += 1
            if self.count > most:
                if self.count == most + 1:
                    self.found.warnings.append(f"more than {most} objects: the rest of its drawing is left out")
                return
            if kind == native.TEXT:
                text_order[address] = self.count
                continue
            handle = native.Handle(address)
            if kind == native.PATH:
                self.path(handle, outer)
            elif kind == native.IMAGE:
                self.image(handle, outer)
            elif kind == native.FORM:
                self.form(handle, outer, depth)
                self.depth = depth
            elif kind == native.SHADING:
                box = self.bounds(handle, outer)
                if box is not None:
                    self.found.painted.append(Painted(Box(*box), self.count, False))

    def form(self, handle: native.Handle, outer: Matrix6, depth: int) -> None:
        """The objects of a form XObject."""
        if depth >= self.settings.max_form_depth:
            self.found.warnings.append(
                f"drawings nested deeper than {self.settings.max_form_depth} levels are left out"
            )
            return
        inner = outer.after(self.matrix_of(handle))
        self.walk(form_objects(handle.value or 0, self.most()), inner, depth + 1)

    def matrix_of(self, handle: native.Handle) -> Matrix6:
        """The object's own matrix."""
        if not native.get_matrix(handle, self.matrix_argument):
            return IDENTITY
        m = self.matrix
        return Matrix6(m.a, m.b, m.c, m.d, m.e, m.f)

    def bounds(self, handle: native.Handle, outer: Matrix6) -> Place | None:
        """(x0, top, x1, bottom) as displayed, cut to the page; None outside of it."""
        if not native.get_bounds(handle, *self.edge_arguments):
            return None
        left, bottom, right, top = self.edges
        if outer is IDENTITY:
            return self.cut(self.frame.box(left, bottom, right, top))
        return self.shown([(left, bottom), (right, top), (left, top), (right, bottom)], outer)

    def shown(self, points: list[tuple[float, float]], outer: Matrix6) -> Place | None:
        """The box around points as displayed, cut to the page; None outside of it."""
        if outer is not IDENTITY:
            a, b, c, d, e, f = outer
            points = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return self.cut(self.frame.box(min(xs), min(ys), max(xs), max(ys)))

    def cut(self, place: Place) -> Place | None:
        """The part of a box that lies on the page; None if there is none."""
        x0, y0, x1, y1 = place
        width, height = self.width, self.height
        if x1 < 0 or y1 < 0 or x0 > width or y0 > height:
            return None
        if x0 >= 0 and y0 >= 0 and x1 <= width and y1 <= height:
            return place
        return max(0.0, x0), max(0.0, y0), min(width, x1), min(height, y1)

    def image(self, handle: native.Handle, outer: Matrix6) -> None:
        """A raster picture."""
        box = self.bounds(handle, outer)
        if box is None:
            return
        width, height = self.pixels
        known = native.get_image_size(handle, byref(width), byref(height))
        self.found.images.append(Image(*box, width.value if known else 0, height.value if known else 0, ""))
        self.found.image_handles.append(handle.value or 0)
        self.found.painted.append(Painted(Box(*box), self.count, False))
        if self.depth == 0 and self.found.text_order:
            self.found.covers.append(Cover(Box(*box), self.count, self.image_opacity(handle)))

    def path(self, handle: native.Handle, outer: Matrix6) -> None:
        """A drawn path: rules, rectangles, or the box of anything else."""
        native.get_draw_mode(handle, self.fill_argument, self.stroke_argument)
        fill: int | None = None
        stroke: int | None = None
        if self.fill_mode.value:
            fill, alpha = self.color.of(native.get_fill_color, handle)
            if alpha == 0:
                fill = None
        if self.stroked.value:
            stroke, alpha = self.color.of(native.get_stroke_color, handle)
            if alpha == 0:
                stroke = None
        if fill is None and stroke is None:
            return
        segments = native.count_segments(handle)
        if stroke is None and fill is not None:
            box = self.bounds(handle, outer)
            if box is None:
                return
            thin = min(box[2] - box[0], box[3] - box[1]) <= self.settings.thin
            if segments <= _RECTANGLE_SEGMENTS and (thin or self.is_rectangle(handle, segments)):
                self.filled(handle, box, fill)
                return
            if segments > self.settings.max_segments:
                self.found.paths.append(Path(*box, fill, None))
                self.paint(handle, box, fill, square=False)
                return
        elif segments > self.settings.max_segments:
            box = self.bounds(handle, outer)
            if box is not None:
                self.found.paths.append(Path(*box, fill, stroke))
                if fill is not None:
                    self.paint(handle, box, fill, square=False)
            return
        matrix = outer.after(self.matrix_of(handle))
        width = 0.0
        if stroke is not None:
            native.get_stroke_width(handle, self.float_arguments[0])
            width = self.floats[0].value * matrix.scale
        for points, straight, closed in self.subpaths(handle, segments):
            self.subpath(handle, points, straight, closed, matrix, fill, stroke, width)

    def is_rectangle(self, handle: native.Handle, segments: int) -> bool:
        """Whether the points of a path of few segments are the corners of an upright rectangle."""
        points = []
        for index in range(segments):
            native.get_segment_point(native.get_segment(handle, index), *self.float_arguments[:2])
            points.append((self.floats[0].value, self.floats[1].value))
        return _is_rectangle(points)

    def filled(self, handle: native.Handle, box: Place, fill: int) -> None:
        """A filled rectangle: a rule where thin."""
        width, height = box[2] - box[0], box[3] - box[1]
        if min(width, height) <= self.settings.thin:
            self.found.rules.append(Rule(*box, hundredths(min(width, height)), fill))
        else:
            self.found.rects.append(Rect(*box, fill, None))
            self.paint(handle, box, fill, square=True)

    def paint(self, handle: native.Handle, box: Place, fill: int, *, square: bool) -> None:
        """Notes a filled area, and that it may hide text if it is a rectangle drawn after some."""
        found = self.found
        found.painted.append(Painted(Box(*box), self.count, is_pale(fill, self.settings)))
        if square and self.depth == 0 and found.text_order:
            found.covers.append(Cover(Box(*box), self.count, self.fill_opacity(handle)))

    def fill_opacity(self, handle: native.Handle) -> Callable[[Box], bool]:
        """Whether a filled rectangle hides what lies under a place."""

        def is_opaque(place: Box) -> bool:
            return not native.has_transparency(handle) and self.unclipped(handle, place)

        return is_opaque

    def image_opacity(self, handle: native.Handle) -> Callable[[Box], bool]:
        """Whether an image hides what lies under a place."""
        return ImageOpacity(handle, self.document, self.page, self.unclipped, self.settings).is_opaque

    def unclipped(self, handle: native.Handle, place: Box) -> bool:
        """Whether no clip path keeps the object away from the middle of a place."""
        box = self.clip_box(handle)
        return box is None or centre_inside(place, box)

    def clip_box(self, handle: native.Handle) -> Box | None:
        """The box outside of which an object of the page (not of a form) does not show; None where there is none."""
        clip = native.get_clip_path(handle)
        count = native.count_clip_paths(clip) if clip else 0
        if count <= 0:
            return None
        x0, top, x1, bottom = 0.0, 0.0, self.width, self.height
        for index in range(count):
            points = []
            for segment in range(max(0, native.count_clip_segments(clip, index))):
                native.get_segment_point(native.get_clip_segment(clip, index, segment), *self.float_arguments[:2])
                points.append((self.floats[0].value, self.floats[1].value))
            if points:
                box = self.shown(points, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
                x0, top, x1, bottom = max(x0, box[0]), max(top, box[1]), min(x1, box[2]), min(bottom, box[3])
        return Box(x0, top, x1, bottom)

    def subpaths(self, handle: native.Handle, segments: int) -> Iterator[tuple[list[tuple[float, float]], bool, bool]]:
        """(points, whether all lines are straight, whether it is closed) of each part of a path."""
        get_segment, get_point, get_type = native.get_segment, native.get_segment_point, native.get_segment_type
        x, y = self.floats[0], self.floats[1]
        x_argument, y_argument = self.float_arguments[0], self.float_arguments[1]
        points: list[tuple[float, float]] = []
        straight, closed = True, False
        for index in range(segments):
            segment = get_segment(handle, index)
            kind = get_type(segment)
            if kind == native.MOVE_TO:
                if len(points) > 1:
                    yield points, straight, closed
                points, straight, closed = [], True, False
            elif kind == native.BEZIER_TO:
                straight = False
            get_point(segment, x_argument, y_argument)
            points.append((x.value, y.value))
            if kind != native.MOVE_TO and native.get_segment_close(segment):
                closed = True
        if len(points) > 1:
            yield points, straight, closed

    def subpath(
        self,
        handle: native.Handle,
        points: list[tuple[float, float]],
        straight: bool,
        closed: bool,
        matrix: Matrix6,
        fill: int | None,
        stroke: int | None,
        width: float,
    ) -> None:
        """One part of a path."""
        box = self.shown(points, matrix)
        if box is None:
            return
        x0, top, x1, bottom = box
        found = self.found
        thickness = hundredths(max(width, 0.0))
        if straight and stroke is not None and fill is None and not closed and len(points) >= 2:
            upright = self.strokes(points, matrix, stroke, thickness)
            if upright:
                return
        if straight and _is_rectangle(points):
            if min(x1 - x0, bottom - top) <= self.settings.thin:
                color = fill if fill is not None else stroke
                if color is not None:
                    thick = max(min(x1 - x0, bottom - top), thickness if stroke is not None else 0.0)
                    found.rules.append(Rule(x0, top, x1, bottom, hundredths(thick), color))
                return
            found.rects.append(Rect(x0, top, x1, bottom, fill, stroke))
            if fill is not None:
                self.paint(handle, box, fill, square=True)
            if stroke is not None:
                for side in (
                    (x0, top, x1, top),
                    (x0, bottom, x1, bottom),
                    (x0, top, x0, bottom),
                    (x1, top, x1, bottom),
                ):
                    found.rules.append(Rule(*side, thickness, stroke))
            return
        found.paths.append(Path(x0, top, x1, bottom, fill, stroke))
        if fill is not None:
            self.paint(handle, box, fill, square=False)

    def strokes(self, points: list[tuple[float, float]], matrix: Matrix6, color: int, thickness: float) -> bool:
        """The straight lines of an open path as rules; False where one of them is slanted.

        A stroke much wider than it is long is a rule across its own direction.
        """
        a, b, c, d, e, f = matrix
        shown = [self.frame.point(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        pairs = list(pairwise(shown))
        slack = self.settings.straight
        if any(abs(p[0] - q[0]) > slack and abs(p[1] - q[1]) > slack for p, q in pairs):
            return False
        width, height = self.width, self.height
        for p, q in pairs:
            x0, x1 = (p[0], q[0]) if p[0] <= q[0] else (q[0], p[0])
            y0, y1 = (p[1], q[1]) if p[1] <= q[1] else (q[1], p[1])
            if x1 < 0 or y1 < 0 or x0 > width or y0 > height:
                continue
            length = max(x1 - x0, y1 - y0)
            across = thickness if length <= self.settings.thin and thickness > 3 * length else 0.0
            if x1 - x0 >= y1 - y0:
                y0 = (y0 + y1 - across) / 2
                y1 = y0 + across
            else:
                x0 = (x0 + x1 - across) / 2
                x1 = x0 + across
            self.found.rules.append(
                Rule(
                    hundredths(max(0.0, x0)),
                    hundredths(max(0.0, y0)),
                    hundredths(min(width, x1)),
                    hundredths(min(height, y1)),
                    hundredths(length) if across else thickness,
                    color,
                )
            )
        return True


def _is_rectangle(points: list[tuple[float, float]]) -> bool:
    """Whether four points (the first perhaps repeated at the end) are the corners of an upright rectangle."""
    if len(points) == 5 and abs(points[0][0] - points[4][0]) < 0.01 and abs(points[0][1] - points[4][1]) < 0.01:
        points = points[:4]
    if len(points) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    slack = 0.05
    along = abs(ay - by) < slack and abs(bx - cx) < slack and abs(cy - dy) < slack and abs(dx - ax) < slack
    down = abs(ax - bx) < slack and abs(by - cy) < slack and abs(cx - dx) < slack and abs(dy - ay) < slack
    return along or down
