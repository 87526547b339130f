"""Tables as people have them, with several columns that could be the label or the score: which are taken.

A line is a table: its columns, each with what it holds. "!" marks the label, "*" a score, "?" the labels or scores of
which nothing says which is meant; these are to be asked for. The values are made from a fixed seed, so that scores rank
their label with an ROC area near .8 and everything else has nothing to do with it.

id, str: numbers and names of rows; n: numbers; f: fractions; b: 0 and 1; j: the two words of the label; t: words; o: 0
and 1 somewhat commoner among positives. y: the label in 0 and 1; w: the label in words, with "=" in words of its own,
the positive one first; e: the label with a tenth of the rows told otherwise. p: a probability; r: a number of 0 to 100;
l: log odds; q: the same rows in another model; h: points of which fewer are likelier; k: a scale from 0 to 12 that is
counted by hand; d: a decision, the first score cut in two.
"""

from collections import Counter

import numpy as np
import pandas as pd

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.infer_roles import infer_schema

ROWS = 240
FEWEST_RIGHT, MOST_ASKED = 0.9, 0.1  # shares of the tables
WORDS = {
    "en": ("yes", "no"), "de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"), "pt": ("sim", "não"),
    "it": ("sì", "no"), "nl": ("ja", "nee"), "pl": ("tak", "nie"), "ru": ("да", "нет"), "tr": ("evet", "hayır"),
    "cs": ("ano", "ne"), "sv": ("ja", "nej"), "vi": ("có", "không"),
    "zh": ("是", "否"), "ja": ("はい", "いいえ"), "ko": ("예", "아니오"),
}  # fmt: skip
TABLES = """
en | sex:b | diseased:y! | risk:p*
en | test_score:n | pass:w! | model_output:p*
en | pid:id | smoker:b | treated:b | outcome:y! | p_hat:p*
en | is_train:b | gender:t | default:y! | logit:l*
en | income:n | married:j | region:t | churned:w! | score:r*
en | age:n | bmi:n | hypertension:b | died:y! | mortality_risk:p*
en | account:id | credit_score:n | amount:n | defaulted:y! | pd:p*
en | user_id:id | plan:t | premium:b | clicked:y! | ctr_prediction:p*
en | tx:id | amount:n | foreign:b | flagged:d | is_fraud:y! | fraud_prob:p*
en | sample:id | operator:t | temperature:n | defective:y! | anomaly_score:r*
en | student:id | scholarship:b | gpa:n | dropout:y! | dropout_probability:p*
en | case_no:id | arm:t | baseline_event:b | relapse:y! | predicted_risk:p*
en | img:id | reviewer_seen:b | tumour:y! | cnn:p* | resnet:q*
en | id:id | y_true:y! | y_pred:d | y_score:p*
en | fold:n | label:y! | forest:p* | xgb:q*
en | query:t | rank_feature:n | relevant:y! | bm25:r* | dense:l*
en | loan_id:id | owns_home:b | previous_default:b | late_payment:y! | probability_of_default:p*
en | customer:id | churn_date:t | churn:w! | churn_score:p*
en | weight_kg:n | height:n | diabetes:y! | glucose:n | probability:p*
en | ward:t | night_shift:b | readmitted_30d:y! | readmission_score:r*
en | email_length:n | has_attachment:b | spam:w! | p_spam:p*
en | machine:t | error_count:n | failure:y! | rul_score:p*
en | vaccinated:b | infected:y! | age_group:t | estimated_risk:p*
en | subject:id | control_group:b | responder:y! | prediction:p*
en | ticket:id | vip:b | escalated:y! | urgency_score:p*
en | borrower:id | employed:b | bankrupt:y! | z_score:n | model_score:p*
en | text:t | toxic:y! | bert:p* | roberta:q*
en | lot:t | rework:b | failed_inspection:y! | vision_score:r*
en | campaign:b | converted:y! | propensity_score:p*
en | claim_id:id | police_report:b | fraudulent:w! | investigator_score:p*
de | Alter:n | Geschlecht:t | Raucher:j | erkrankt:w! | Risiko:p*
de | Kundennr:id | Vertrag:t | Newsletter:j | gekündigt:w! | Kündigungswahrscheinlichkeit:p*
de | Betrag:n | Ausland:b | Betrug:y! | Betrugsscore:r*
de | ist_training:b | Zielvariable:y! | Vorhersage:p*
fr | âge:n | sexe:t | fumeur:j | décès:w! | probabilité:p*
fr | montant:n | propriétaire:b | défaut:y! | score_risque:r*
fr | client:id | ville:t | résilié:w! | proba_résiliation:p*
es | edad:n | sexo:t | casado:j | impago:w! | probabilidad:p*
es | paciente:id | tratamiento:b | fallecido:y! | riesgo_estimado:p*
es | nota_examen:n | beca:b | abandono:y! | puntuación_modelo:r*
pt | idade:n | fumante:j | inadimplente:w! | probabilidade:p*
pt | renda:n | sexo:t | fraude:y! | pontuação:r*
it | età:n | sesso:t | coniugato:j | insolvente:w! | probabilità:p*
it | paziente:id | trattamento:b | deceduto:y! | rischio:p*
nl | leeftijd:n | geslacht:t | rookt:j | opgezegd:w! | kans:p*
nl | bedrag:n | weekend:b | fraude:y! | voorspelling:p*
pl | wiek:n | płeć:t | żonaty:j | zgon:w! | prawdopodobieństwo:p*
pl | kwota:n | zagranica:b | oszustwo:y! | ocena_ryzyka:r*
ru | возраст:n | пол:t | курит:j | просрочка:w! | вероятность:p*
ru | сумма:n | мошенничество:y! | скор_модели:r*
tr | yaş:n | cinsiyet:t | evli:j | temerrüt:w! | olasılık:p*
tr | tutar:n | dolandırıcılık:y! | risk_skoru:r*
zh | 年龄:n | 性别:t | 已婚:j | 是否逾期:w! | 预测概率:p*
zh | 客户编号:id | 金额:n | 是否境外:b | 是否欺诈:y! | 风险评分:r*
zh | 吸烟:b | 治疗组:b | 复发:y! | 模型输出:p*
zh | 训练集:b | 信用分:n | 违约:y! | 违约概率:p*
zh | 學號:id | 考試成績:n | 是否錄取:y! | 預測機率:p*
zh | 預警:d | 真實標籤:y! | 異常分數:r*
ja | 年齢:n | 性別:t | 喫煙:j | 再発:w! | 予測確率:p*
ja | 顧客番号:id | 地域:t | 解約:y! | 解約スコア:p*
ko | 나이:n | 성별:t | 흡연:j | 재입원:w! | 예측확률:p*
ko | 고객번호:id | 금액:n | 연체:y! | 위험점수:r*
en | insulated:b | thaw_next_week:y! | p_thaw:p*
en | weekday_delivery:b | gift:b | rerouted:y! | courier_score:p*
en | greenhouse:b | irrigated:b | wilted:y! | prob:p*
en | nurse_rater:b | consensus_label:y! | model_score:p*
en | annotator 1:b | annotator 2:b | ironic (majority vote):y! | probability:p*
en | shuttle:b | frost > limit:y! | forecast_prob:p*
en | carton:id | card_present:b | chargeback:y! | fraud_risk:p*
en | died:b | transfused:y! | transfusion_probability:p*
en | owner:t | t:y! | p1:p* | p2:q*
fr | nb_pannes:n | garage:j | panne_sous_60j:w! | proba_panne:p*
nl | sproeier:j | echte_lekkage:w! | p_lekkage:p*
zh | 初审标签:b | 终审标签:y! | 违规概率:p*
zh | 是否拼单:b | 7天内故障:y! | 故障概率:p*
zh | 有无车库:b | 是否坏账:y! | 申请评分:p*
en | label:y? | target:e? | score:p*
en | rater_1:y? | rater_2:e? | score:p*
en | died:e? | intubated:e? | risk:p*
zh | 术后感染:e? | 肺不张:e? | 风险评分:p*
en | diseased:y! | age:n? | bmi:n?
en | tool:t | t:y! | p1:p* | p2:q* | p3:q*
en | resigned:w! | overtime:b | resignation tendency:r*
en | fell:y! | fracture:b | ward_model:p*
zh | 加班:b | 离职:y! | 离职倾向:p*
en | age:n | fbs:b | exang:o | num:y! | rf_prob:p*
en | Support Devices:b | Pneumothorax:y! | densenet121:p*
en | session:id | bounced:b | order_placed:y! | intent:p*
en | IID:str | sex:b | PC1:n | case:y! | PRS:l*
en | lot:id | chamber:t | metrology_flag:b | excursion:y! | fdc_t2:l*
en | wafer:id | yield_pct:n | scrap:y! | recon_error:r*
en | turbine:str | wind_speed:n | gearbox_fail:y! | health_idx:h*
en | rater1:e | rater2:e | plagiarism:w! | similarity:r*
en | mask:b | genuine:y! | l2_dist:h*
en | ESM1b:p* | gnomad_af:f | ClinVar:w=pathogenic/benign! | EVE:q*
en | part:id | reworked:b | inspection:w=NOK/OK! | anomaly_score:r*
en | Secured:b | GB flag:w=B/G! | Est. PD:p*
en | record:id | age:n | qsofa:k* | model:p* | sepsis3:y!
en | sofa:k | icu_mortality:y! | risk_model:p*
en | node2vec_dot:p* | edge:y! | GCN_sigmoid:q*
en | bdt:p* | dnn:q* | particlenet:q* | signal:y!
en | item:id | correct:y! | p1:p* | p2:q* | p3:q*
en | male:b | status:w=2/1! | lp:l*
en | doc:id | human:b? | LLM_written:y? | score:p
en | opened:e? | purchased:e? | score:p
en | ph:f | turbidity:n | potable:w! | rf_p:p*
en | birads:k | diagnosis:w=malignant/benign! | red_network:p* | woods:q*
en | verified_channel:b | went_viral:y! | virality:p*
en | pump:t | public:b | status_group:w=broken/works! | prob:p*
en | compound:str | pIC50:n | active_flag:y! | dock_prob:p*
en | Date:t | RainTomorrow:w! | Rainfall:n | RainToday:b | PoP_GFS:r* | PoP_ECMWF:r* | PoP_ML:r*
en | SMILES:str | MolWt:f | logP:f | pKa_basic:f | hERG:y! | rf_ecfp4:p* | svm_rdkit:q*
en | name1:str | img1:n | img2:n | embedding_L2_distance:h* | same_person:y!
en | tenure:n | $L-churn:d | churn:w! | $LRP-churn:p*
en | url:str | is_phishing:y! | blacklist_hit:o | url_cnn:p* | html_gbt:q*
en | koi_period:f | koi_depth:f | koi_fpflag_co:o | koi_disposition:w=CONFIRMED/CANDIDATE! | robovetter_score:p*
en | host:str | class:w=intrusion/background! | nb_prob:p* | svm_decision:l*
en | roa:f | leverage:f | bankrupt_next_year:y! | merton_edf:p*
en | yaw_diff:n | dist_facenet:h* | verified:d | is_same:y!
en | lace:k* | hospital_score:k* | readmit_30d:y!
zh | 部位:t | 是否故障:y! | 是否告警:o | 异常得分:p*
cs | pohlaví:t | kuřák:j | odešel:w! | pravděpodobnost:p*
cs | diabetik:j | úmrtí:w! | riziko:p*
sv | kön:t | rökare:j | avliden:w! | sannolikhet:p*
vi | giới_tính:t | hút_thuốc:j | rời_bỏ:w! | xác_suất:p*
pl | poręczyciel:j | upadek_w_wywiadzie:b | upadek:y! | skoring:h*
ja | 再検査:b | 判定:w=不良/良品! | 異常度:r*
zh | 是否结清:b | 首逾标志:y! | A卡分:h*
zh | 是否新用户:b | 出价:n | 是否点击:y! | 是否转化:o | 预估点击率:p*
zh | 人工认定:w=违规/正常! | 是否申诉:b | 模型疑似度:p*
zh | 绩效得分:n | 离职:w! | 离职倾向:p*
zh | 处理状态:b | 作弊:w! | 得分:p*
"""


def test_most_tables_are_read_right_few_are_asked_about_and_none_is_wrong_without_a_word():
    tables = [line.split(" | ") for line in TABLES.strip().splitlines()]
    found = {" | ".join(line): verdict(line, seed) for seed, line in enumerate(tables)}
    counted = Counter(found.values())
    assert [line for line, one in found.items() if one == "wrong"] == []
    assert [line for line, one in found.items() if ("?" in line) != (one == "asked")] == []
    assert counted["right"] >= FEWEST_RIGHT * len(tables)
    assert counted["asked"] <= MOST_ASKED * len(tables)


def verdict(line, seed):
    """What became of a table: "right", "asked", "named" where the right column was offered beside another, "wrong"."""
    language, *columns = line
    marked = {column.rpartition(":")[0]: column.rpartition(":")[2] for column in columns}
    found = infer_schema(Table("t.csv", pd.DataFrame(made(language, marked, np.random.default_rng(seed)))))
    if found.is_open:
        return "asked"
    label = next((name for name, kind in marked.items() if "!" in kind), None)
    scores = {name for name, kind in marked.items() if "*" in kind}
    words = marked.get(label, "").rstrip("!").partition("=")[2]
    is_turned = bool(words) and found.roles.positive != words.split("/")[0]
    if (found.roles.label, set(found.roles.scores)) == (label, scores):
        return "wrong" if is_turned else "right"
    named = {*found.label.selected, *found.label.alternatives, *found.score.selected, *found.score.alternatives}
    return "named" if {label, *scores} <= named and (found.label.alternatives or found.score.alternatives) else "wrong"


def made(language, marked, rng):
    """The values of the columns."""
    truth = rng.permutation(ROWS) < ROWS // 4
    yes, no = WORDS[language]
    signal, noise = 1.2 * truth, rng.normal(size=ROWS)
    logit = signal + noise
    values = {
        "id": lambda: rng.permutation(ROWS) + 1001,
        "str": lambda: [f"r{number}" for number in rng.permutation(ROWS)],
        "n": lambda: rng.integers(18, 90, ROWS),
        "f": lambda: rng.random(ROWS).round(3),
        "b": lambda: rng.integers(0, 2, ROWS),
        "j": lambda: np.where(rng.random(ROWS) < 0.4, yes, no),
        "o": lambda: (rng.random(ROWS) < np.where(truth, 0.4, 0.25)).astype(int),
        "t": lambda: rng.choice(["A", "B", "C"], ROWS),
        "y": lambda: truth.astype(int),
        "w": lambda words=(yes, no): np.where(truth, *words),
        "e": lambda: (truth ^ (rng.random(ROWS) < 0.1)).astype(int),
        "p": lambda: (1 / (1 + np.exp(-logit))).round(4),
        "r": lambda: (100 / (1 + np.exp(-logit))).round(1),
        "l": lambda: (signal + 0.8 * noise + 0.6 * rng.normal(size=ROWS)).round(3),
        "q": lambda: (1 / (1 + np.exp(-signal - 0.8 * noise - 0.6 * rng.normal(size=ROWS)))).round(4),
        "d": lambda: (logit > 1).astype(int),
        "h": lambda: (650 - 60 * signal - 48 * noise - 36 * rng.normal(size=ROWS)).round(),
        "k": lambda: np.clip((3 + 2 * truth + 2 * rng.normal(size=ROWS)).round(), 0, 12).astype(int),
    }
    kinds = {name: kind.rstrip("!*?").partition("=") for name, kind in marked.items()}
    return {name: values[kind](*[words.split("/")] if words else []) for name, (kind, _, words) in kinds.items()}
