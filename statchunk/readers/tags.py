"""The structure tree of a tagged file, page by page."""

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from statchunk.model.page import Tag
from statchunk.readers import native
from statchunk.settings import ReaderSettings
from statchunk.text import one_space

_INLINE: Final = frozenset({"Span", "Link", "Reference", "Quote", "Code", "Em", "Strong", "Annot", "NonStruct"})
"""Roles of parts of a line: their words count to the block around them."""

_TEXT: Final = _INLINE - {"Link", "Annot"} | frozenset(
    {"Document", "Part", "Sect", "Div", "P", "L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TR", "TH", "TD"}
    | {"H", "H1", "H2", "H3", "H4", "H5", "H6", "TOC", "TOCI"}
)
"""Roles of text, which is not asked for an alternative text."""
_WHOLE: Final = frozenset({"Table", "TOC", "Figure", "Caption"})
"""Roles whose tag holds the words of all that stands inside it too."""
_LONGEST_ROLE: Final = 128
"""Bytes."""


def read_tags(
    page: int, orders: Mapping[int, Sequence[int]], settings: ReaderSettings
) -> tuple[tuple[Tag, ...], dict[int, str]]:
    """The nodes that bear on a loaded page, in order, and alternative texts by marked content id.

    Args:
        page: handle.
        orders: `Word.order` of the words by marked content id.
        settings: limits.
    """
    tree = native.get_structure_tree(page)
    if not tree:
        return (), {}
    try:
        roots = (native.get_tree_child(tree, index) for index in range(max(0, native.count_tree_children(tree))))
        return _TagReader(orders, settings).read(roots)
    finally:
        native.close_structure_tree(tree)


class _Node:
    """A block of the tree while its contents are gathered."""

    __slots__ = ("alt", "contents", "role")

    def __init__(self, role: str, alt: str) -> None:
        self.role, self.alt = role, alt
        self.contents: list[int] = []


class _TagReader:
    def __init__(self, orders: Mapping[int, Sequence[int]], settings: ReaderSettings) -> None:
        self.orders, self.settings = orders, settings
        self.nodes: list[_Node] = []
        self.roles: dict[bytes, str] = {}
        self.buffer = ctypes.create_string_buffer(_LONGEST_ROLE)
        self.seen = 0

    def read(self, roots: Iterator[native.Handle]) -> tuple[tuple[Tag, ...], dict[int, str]]:
        for root in roots:
            if root:
                self.element(root, None, (), 0)
        tags: list[Tag] = []
        alts: dict[int, str] = {}
        for node in self.nodes:
            words = tuple(sorted({order for content in node.contents for order in self.orders.get(content, ())}))
            if words or node.alt:
                tags.append(Tag(node.role, node.alt, words))
            if node.alt:
                alts.update(dict.fromkeys(node.contents, node.alt))
        return tuple(tags), alts

    def role(self, handle: native.Handle) -> str:
        length = native.get_tag_role(handle, self.buffer, _LONGEST_ROLE)
        written = self.buffer.raw[: length - 2] if 2 < length <= _LONGEST_ROLE else b""
        role = self.roles.get(written)
        if role is None:
            role = self.roles[written] = written.decode("utf-16-le", "replace")
        return role

    def element(self, handle: native.Handle, parent: _Node | None, wholes: tuple[_Node, ...], depth: int) -> None:
        self.seen += 1
        if depth > self.settings.max_tag_depth or self.seen > self.settings.max_tags_a_page:
            return
        role = self.role(handle)
        alt = "" if role in _TEXT else one_space(native.text_of(native.get_tag_alt, handle))
        if parent is not None and role in _INLINE and not alt:
            node = parent
        else:
            node = _Node(role, alt)
            self.nodes.append(node)
            if role in _WHOLE:
                wholes = (*wholes, node)
        for index in range(max(0, native.count_tag_contents(handle))):
            content = native.get_tag_content(handle, index)
            if content >= 0:
                node.contents.append(content)
                for whole in wholes:
                    if whole is not node:
                        whole.contents.append(content)
        for index in range(max(0, native.count_tag_children(handle))):
            child = native.get_tag_child(handle, index)
            if child:
                self.element(child, node, wholes, depth + 1)
