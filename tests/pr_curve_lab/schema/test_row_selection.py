"""Clusters of rows, such as persons, images or queries, and the split that is selected."""

from dataclasses import replace

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset, build_labeled_scores
from pr_curve_lab.schema.role_options import cluster_options, roles_from_json, roles_to_json
from pr_curve_lab.schema.roles import cluster_columns, infer_roles, named_unit
from tests.pr_curve_lab.persons import persons, tasks_of


@pytest.mark.parametrize(
    ("unit", "headers"),
    [
        (
            "person",
            "patient_id PatientID patient patientid subject_id USUBJID participant user_id userId user uid customer_id "
            "customerid client_number account_id mrn anon_patient_id id_patient id_paciente Kundennummer Kunden-Nr "
            "Patienten-ID ID_client klant_id id_pacjenta hasta_no пациент 患者 患者ID 患者编号 用户ID "
            "客户号 顧客番号 환자번호",
        ),
        ("query", "query_id qid query topic_id session_id 查询 查询ID クエリID"),
        (
            "image",
            "image image_id img_id ImageID filename image_path scan_id slide Bild-ID frame_id 图像编号 图片ID 画像ID",
        ),
        ("document", "doc_id document docno 文档编号 文書ID"),
        ("site", "site site_id hospital hospital_id center_id Klinik 医院 病院ID"),
        (
            None,
            "id row_id index age patient_age user_type client_version image_width n_images customer_segment "
            "score label case file page account fold group region website subjective user_score 用户年龄 客户类型 "
            "患者年龄 医院等级",
        ),
    ],
)
def test_headers_name_the_unit_of_clusters(unit, headers):
    assert {header: named_unit(header) for header in headers.split()} == dict.fromkeys(headers.split(), unit)


@pytest.mark.parametrize("column", ["patient_id", "患者编号", "image_path", "qid", "Kundennummer", "site"])
def test_rows_with_the_same_id_form_a_cluster(column):
    clusters = tasks_of(persons(column)).clusters
    assert (clusters.column, clusters.count, clusters.status) == (column, 40, "together")
    assert clusters.notice.params == {"column": column, "clusters": 40, "total": 1000}


def test_a_column_of_unique_ids_gives_no_clusters():
    assert tasks_of(persons(each=1)).clusters is None


def test_clusters_are_inferred_beside_named_columns():
    table = Table("t", persons(models=("p", "q")))
    assert infer_roles(table, label="y", scores=["q"]).cluster == "patient_id"


def test_persons_are_preferred_as_clusters_over_images_or_sites():
    frame = persons().assign(
        image_id=[f"i{row // 5}" for row in range(1000)], hospital=[row // 50 for row in range(1000)]
    )
    table, roles = Table("t", frame), infer_roles(Table("t", frame))
    assert roles.cluster == "patient_id"
    assert cluster_columns(table, roles) == ["patient_id", "image_id", "hospital"]
    assert [offer.roles.cluster for offer in cluster_options(table, roles)] == [None, "image_id", "hospital"]


def test_few_patients_give_a_notice_but_few_sites_give_none():
    few = [row % 4 for row in range(1000)]
    assert tasks_of(persons("site").assign(site=few)).clusters is None
    clusters = tasks_of(persons().assign(patient_id=few)).clusters
    assert (clusters.status, clusters.count) == ("few", 4)
    assert clusters.notice.params["fewest"] == 10


@pytest.mark.parametrize(
    ("changed", "roles", "status"),
    [
        ({}, {"cluster": None}, "apart"),
        ({"patient_id": ["", *persons().patient_id[1:]]}, {}, "empty"),
        ({}, {"unscored_positives": 3}, "missed"),
    ],
)
def test_the_reason_for_unused_clusters_is_reported(changed, roles, status):
    dataset = tasks_of(persons().assign(**changed), **roles)
    assert dataset.clusters.status == status
    assert dataset.clusters.notice.key == f"clusters_{status}"
    assert dataset.cluster_of_row is None


def test_a_label_as_cluster_column_is_refused():
    table = Table("t", persons())
    (problem,) = build_dataset(table, replace(infer_roles(table), cluster="y"))
    assert problem.key == "cluster_is_other"


def test_excluded_rows_are_in_no_cluster():
    frame = persons().assign(p=lambda one: one.p.where(one.patient_id != "P00"))
    table = Table("t", frame)
    dataset = build_dataset(table, infer_roles(table), exclude=True)
    assert (dataset.clusters.count, dataset.clusters.of_row.size) == (39, 975)


def test_each_group_has_its_own_clusters():
    frame = persons().assign(fold=[1 + row // 300 for row in range(1000)])
    dataset = tasks_of(frame)
    assert dataset.take_group("1").labeled_scores("p").clusters.count == 12
    assert dataset.take_group("4").labeled_scores("p").clusters.status == "few"
    hospitals = tasks_of(persons("hospital"), group="hospital", cluster="hospital")
    assert hospitals.take_group("P00").labeled_scores("p").clusters is None


def test_a_link_stores_that_no_clusters_are_used():
    table = Table("t", pd.DataFrame(persons()))
    inferred = infer_roles(table)
    text = roles_to_json(replace(inferred, cluster=None), inferred)
    assert text == '{"cluster":null}'
    assert roles_from_json(text, inferred, table).cluster is None


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def test_only_rows_of_the_test_split_are_selected():
    table = table_of(split=["train", "test"] * 3, label=[1, 0, 0, 1, 1, 0], score=[0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    roles = infer_roles(table)
    assert (roles.group, roles.split_value) == ("split", "test")
    assert build_labeled_scores(table, roles).row_index.tolist() == [1, 3, 5]
