"""The column of what rows came in: a person, an image or a query, of which a table has several rows.

Such rows are not independent, so that intervals which take them for it are too narrow. The column is known by the words
of its header, and by values that repeat.
"""

from __future__ import annotations

import re

from pr_curve_lab.reading.columns.header_words import CJK, IN_BRACKETS, tokens_of
from pr_curve_lab.reading.columns.kinds import has_fractions
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.roles.roles import Roles
from pr_metrics.uncertainty.area_interval import FEWEST_GROUPS

# By kind, the likeliest unit of a study first: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish,
# Turkish, Russian, Chinese, Japanese, Korean; as `tokens_of` writes them, without capitals and accents.
UNITS = {
    "person": """
        patient patients subject subjects participant participants person persons customer customers client clients
        user users student students pupil employee borrower applicant driver donor respondent volunteer animal household
        cust pat subj patientin kunde kunden kundin klient klienten patienten proband probanden teilnehmer nutzer
        benutzer personne sujet utilisateur paciente pacientes cliente clientes usuario sujeto persona sujeito pessoa
        paziente pazienti utente soggetto klant gebruiker deelnemer persoon pacjent pacjenta klienta uzytkownik
        uzytkownika osoba osoby hasta musteri kullanici kisi пациент пациента клиент клиента пользователь пользователя
        患者 病人 客户 客戶 顾客 顧客 用户 用戶 受试者 受試者 被试 学生 員工 员工 ユーザー 被験者 利用者
        환자 고객 사용자""",
    "query": """
        query queries anfrage suchanfrage requete consulta interrogazione zapytanie zapytania sorgu запрос запроса
        topic question 查询 查詢 检索 検索 クエリ 검색 질의""",
    "image": """
        image images img imgs picture photo scan slide video scene bild bilder aufnahme imagen imagem immagine
        afbeelding obraz obrazu zdjecie zdjecia goruntu resim изображение изображения 图像 图片 圖像 圖片 影像 照片 视频
        切片 画像 写真 이미지 사진 영상""",
    "document": """
        document documents doc docs article dokument documento documenti articulo dokumentu belge документ документа
        文档 文件 文章 文書 문서""",
    "site": """
        site sites hospital hospitals clinic clinics klinik krankenhaus hopital clinique clinica ospedale ziekenhuis
        szpital hastane больница 医院 醫院 病院 施設 병원""",
}
ONLY_WITH_ID = {  # alone these words are said of other things too, as of cases and controls
    "person": "case account member child",
    "query": "session conversation thread",
    "image": "frame",
    "document": "file page post",
    "site": "center centre store shop branch school",
}
IDS = {  # whole headers
    "person": "uid pid mrn usubjid subjid patid ptid cid",
    "query": "qid",
    "image": "filename",
    "document": "docno",
}
ID_WORDS = """
    id ids no nr num number code key uuid guid hash name names index idx ref path file filename nummer kennung numero
    codigo codice matricula numer identyfikator kod numara номер ид код 号 號 编号 編號 编码 代码 名
    番号 号码 번호 아이디 식별자
    """
FILLERS = "of the de du do da del la le el der des von van"
GERMAN_NUMBER = re.compile(r"(?:en|s)?(?:nummer|nr|kennung)")
FEW_ARE_SITES = ("document", "site")  # of which a study may have a few that are no sample of others


def cluster_column(table: Table, roles: Roles) -> str | None:
    """The column of persons, images or queries of which the table has several rows; None where there is none.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"Patient ID": [*range(10), *range(10)], "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_column(Table("t", frame), Roles("y", "1", ("s",)))
    'Patient ID'
    """
    return next(iter(cluster_columns(table, roles)), None)


def cluster_columns(table: Table, roles: Roles) -> list[str]:
    """All columns that name what rows came in, the likeliest first.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"site": [*range(10)] * 2, "user_id": [*range(10)] * 2, "y": [0, 1] * 10, "s": range(20)})
    >>> cluster_columns(Table("t", frame), Roles("y", "1", ("s",)))
    ['user_id', 'site']
    """
    taken = {roles.label, *roles.labels, *roles.scores, roles.weight, roles.total, roles.prediction}
    found = []
    for name in table.frame.columns:
        unit = unit_of(name) if name not in taken else None
        if unit is None or has_fractions(table.frame[name]):
            continue
        values = int(table.frame[name].nunique())
        fewest = FEWEST_GROUPS if unit in FEW_ARE_SITES else 2
        if fewest <= values < len(table.frame):
            found.append((values < FEWEST_GROUPS, list(UNITS).index(unit), name))
    return [name for _, _, name in sorted(found, key=lambda one: one[:2])]


def unit_of(name: str) -> str | None:
    """What a header says that the values of its column name: "person", "query", "image", "document", "site".

    >>> [unit_of(name) for name in ("patient_id", "UserID", "customerid", "Kundennummer", "患者编号", "id_paciente")]
    ['person', 'person', 'person', 'person', 'person', 'person']
    >>> [unit_of(name) for name in ("qid", "image_path", "hospital", "case_id", "用户年龄", "patient_age", "case")]
    ['query', 'image', 'site', 'person', None, None, None]
    """
    tokens = [part for token in tokens_of(IN_BRACKETS.sub(" ", name)) for part in _parts(token)]
    if len(tokens) == 1 and tokens[0] in _IDS:
        return _IDS[tokens[0]]
    at = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at] in _WITH_ID), None)
    if at is None:
        return None
    before, after = set(tokens[:at]), set(tokens[at + 1 :])
    is_plain = before <= _ID_WORDS | _FILLERS  # anon_patient_id names patients, anon_patient may say something of them
    has_id = bool(after) or bool(before & _ID_WORDS)
    if not after <= _ID_WORDS or not (after or is_plain):
        return None
    return _WITH_ID[tokens[at]] if has_id else _ALONE.get(tokens[at])


def _parts(token: str) -> list[str]:
    """A word and the word of identity that is written together with it: customerid, Kundennummer, 患者编号."""
    if token in _WITH_ID or token in _IDS or token in _ID_WORDS:
        return [token]
    for cut in range(len(token) - 1, 0, -1):
        word, rest = token[:cut], token[cut:]
        if word in _WITH_ID and (
            rest == "id" or GERMAN_NUMBER.fullmatch(rest) or (_CJK.match(rest) and rest in _ID_WORDS)
        ):
            return [word, "id"]
    return [token]


_CJK = re.compile(rf"[{CJK}]")
_ALONE = {word: unit for unit, words in UNITS.items() for word in words.split()}
_WITH_ID = _ALONE | {word: unit for unit, words in ONLY_WITH_ID.items() for word in words.split()}
_IDS = {word: unit for unit, words in IDS.items() for word in words.split()}
_ID_WORDS, _FILLERS = frozenset(ID_WORDS.split()), frozenset(FILLERS.split())
