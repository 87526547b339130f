"""Bytes of a text as UTF-8: nothing to do, or from the encoding that it is in, a piece at a time.

A file that is UTF-8 but for a few bytes is UTF-8: another encoding would turn all its accents into other signs.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator

from charset_normalizer import from_bytes

from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.problem import Problem

PIECE = 2**20  # bytes decoded at once
SNIFFED_BYTES = 64 * 2**10  # enough to know an encoding by
TRUSTED_SHARE = 0.9  # of the characters beyond ASCII that are valid, for UTF-8 to be believed
BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16
BEYOND_ASCII = bytes(range(128, 256))
OTHER_SCRIPTS = ["cp932", "euc_jp", "cp949", "big5", "cp1251"]  # of Japanese, Korean, Chinese and Russian
# The letters beyond ASCII of languages that share their bytes: of Western Europe, Turkish, and of Central Europe.
ALPHABETS = {
    "cp1252": (
        *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "àáâãçéêíóôõúü", "àéèìòù"),
        *("áëéèêïíöóü", "åäöæøéü"),
    ),
    "cp1254": ("çğıöşüâî",),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"),
}
ALONE = re.compile(r"ñ(?![aeiouáéíóú])")  # no Spanish ñ, but a Polish ń in its place
IN_WORDS = re.compile(r"[^\x00-\x7f](?=[^\W\d_])|(?<=[^\W\d_])[^\x00-\x7f]")
KOREAN = re.compile(r"[가-힣]")
CHINESE = re.compile(r"[一-鿿　-〿＀-￯]")


def utf8_of(name: str, content: bytes) -> tuple[bytes, list[Problem]]:
    """The text in UTF-8 without a mark in front, and a note where the encoding had to be guessed.

    >>> utf8_of("a.csv", "é,b".encode("latin-1"))
    (b'\\xc3\\xa9,b', [Problem('encoding_guessed', name='a.csv', encoding='cp1252')])
    """
    if content.startswith(BYTE_ORDER_MARKS):
        return _transcoded(content, "utf-16"), []
    if b"\x00" in content:
        raise RefusedError(Problem("not_text", name=name))
    bad = _first_bad_byte(content)
    if bad is None:
        return content.removeprefix(codecs.BOM_UTF8), []
    valid, invalid = _valid_and_invalid(content)
    if valid >= TRUSTED_SHARE * (valid + invalid):
        line = len(re.findall(rb"\r\n|\r|\n", content[:bad])) + 1
        mended = _transcoded(content.removeprefix(codecs.BOM_UTF8), "utf-8")
        return mended, [Problem("bytes_replaced", name=name, line=line, count=invalid)]
    encoding = _other_encoding(content)
    return _transcoded(content, encoding), [Problem("encoding_guessed", name=name, encoding=encoding)]


def _pieces(content: bytes) -> Iterator[bytes]:
    return (content[start : start + PIECE] for start in range(0, len(content), PIECE))


def _first_bad_byte(content: bytes) -> int | None:
    """Where UTF-8 ends, to within a character; None where all is UTF-8."""
    if content.isascii():
        return None
    decoder, done = codecs.getincrementaldecoder("utf-8")(), 0
    try:
        for piece in _pieces(content):
            decoder.decode(piece)
            done += len(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        return min(done + error.start, len(content))
    return None


def _valid_and_invalid(content: bytes) -> tuple[int, int]:
    """How many characters beyond ASCII are valid UTF-8, and how many bytes are of none."""
    decoder, valid, left = codecs.getincrementaldecoder("utf-8")("ignore"), 0, 0
    for piece in _pieces(content):
        foreign = decoder.decode(piece).encode().translate(None, bytes(range(128)))
        valid += len(foreign.decode())
        left += len(piece) - len(piece.translate(None, BEYOND_ASCII)) - len(foreign)
    return valid, left


def _transcoded(content: bytes, encoding: str) -> bytes:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    written = io.BytesIO()
    for piece in _pieces(content):
        written.write(decoder.decode(piece).encode("utf-8", "replace"))
    written.write(decoder.decode(b"", final=True).encode("utf-8", "replace"))
    return written.getvalue()


def _other_encoding(content: bytes) -> str:
    """The encoding of a text that is not UTF-8: of another script where that is sure, else as its letters say."""
    sample = content[:SNIFFED_BYTES]
    best = from_bytes(sample, cp_isolation=[*OTHER_SCRIPTS, "cp1250", "cp1252"]).best()
    other = best.encoding if best is not None and best.encoding in OTHER_SCRIPTS else None
    if other == "cp949" and all(KOREAN.match(sign) for sign in sample.decode(other, "ignore") if ord(sign) > 127):
        return other
    return "gb18030" if _looks_chinese(content) else other or _by_letters(sample)


def _by_letters(sample: bytes) -> str:
    """The encoding in which all letters of words are those of one language; that of Western Europe where several are.

    >>> [_by_letters(word) for word in ("gekündigt".encode("cp1252"), "płeć".encode("cp1250"), "yaş".encode("cp1254"))]
    ['cp1252', 'cp1250', 'cp1254']
    """
    for encoding, alphabets in ALPHABETS.items():
        text = sample.decode(encoding, "replace").lower()
        letters = set(IN_WORDS.findall(text))
        if any(letters <= set(alphabet) for alphabet in alphabets) and not ALONE.search(text):
            return encoding
    return "cp1252"


def _looks_chinese(content: bytes) -> bool:
    """GBK decodes almost any bytes; it is believed only where what comes out is Chinese, and mostly common signs.

    The common ones are those of GB 2312. An accented letter before a plain one gives a rare sign, never a common one.
    """
    sample = content[:SNIFFED_BYTES].decode("gb18030", errors="replace")
    complete = sample if len(content) <= SNIFFED_BYTES else sample[:-1]  # the cut may split the last character
    foreign = [sign for sign in complete if ord(sign) > 127]
    common = "".join(foreign).encode("gb2312", errors="ignore").decode("gb2312")
    return all(CHINESE.match(sign) for sign in foreign) and len(common) > len(foreign) / 2
