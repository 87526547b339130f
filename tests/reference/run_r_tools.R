# Asks the R packages for their number on every case of toy_values.json and cases.json.
#
# Run from the root of the checkout, where the packages are installed (see README.md):
#   Rscript tests/reference/run_r_tools.R > values.tsv
# Each line is case, tool, value; the versions come first, as the case "version".

suppressPackageStartupMessages(library(jsonlite))

no_weights <- function(w) if (!is.null(w)) stop("takes no weights")

truth <- function(y) factor(y, levels = c(1, 0)) # yardstick's event is the first level

case_weights <- function(w) {
  if (is.null(w)) return(NULL)
  if (all(w == round(w))) hardhat::frequency_weights(as.integer(w)) else hardhat::importance_weights(w)
}

prroc <- function(part) function(y, s, w) {
  positive <- y == 1
  curve <- PRROC::pr.curve(s[positive], s[!positive], weights.class0 = w[positive], weights.class1 = w[!positive])
  if (is.null(w)) curve <- PRROC::pr.curve(s[positive], s[!positive])
  curve[[part]]
}

tools <- list(
  yardstick.average_precision = list("yardstick", function(y, s, w) {
    yardstick::average_precision_vec(truth(y), s, case_weights = case_weights(w))
  }),
  yardstick.pr_auc = list("yardstick", function(y, s, w) {
    yardstick::pr_auc_vec(truth(y), s, case_weights = case_weights(w))
  }),
  PRROC.auc.integral = list("PRROC", prroc("auc.integral")),
  PRROC.auc.davis.goadrich = list("PRROC", prroc("auc.davis.goadrich")),
  precrec = list("precrec", function(y, s, w) {
    no_weights(w)
    areas <- precrec::auc(precrec::evalmod(scores = s, labels = y, posclass = 1))
    areas$aucs[areas$curvetypes == "PRC"]
  }),
  ROCR.aucpr = list("ROCR", function(y, s, w) {
    no_weights(w)
    ROCR::performance(ROCR::prediction(s, y), "aucpr")@y.values[[1]]
  }),
  MLmetrics.PRAUC = list("MLmetrics", function(y, s, w) {
    no_weights(w)
    MLmetrics::PRAUC(s, y)
  }),
  PerfMeas.AUPRC = list("PerfMeas", function(y, s, w) {
    no_weights(w)
    PerfMeas::AUPRC(list(PerfMeas::precision.at.all.recall.levels(s, y)))[[1]]
  })
)

asked <- function(ask, rows) {
  weight <- if (is.null(rows$sample_weight)) NULL else as.numeric(rows$sample_weight)
  tryCatch(
    sprintf("%.17g", suppressWarnings(ask(as.numeric(rows$y_true), as.numeric(rows$y_score), weight))),
    error = function(refusal) paste("refused:", gsub("[[:space:]]+", " ", conditionMessage(refusal)))
  )
}

for (key in names(tools)) cat("version", key, as.character(packageVersion(tools[[key]][[1]])), sep = "\t", fill = TRUE)
for (stored in c("toy_values.json", "cases.json")) {
  cases <- fromJSON(file.path("tests", "reference", stored))
  for (case in names(cases)) {
    for (key in names(tools)) cat(paste(case, key, asked(tools[[key]][[2]], cases[[case]]), sep = "\t"), "\n", sep = "")
  }
}
