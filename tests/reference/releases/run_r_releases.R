# Asks the R packages of the distribution for their number on every stored case, and prints them as JSON.
#
# Run from the root of the checkout: Rscript tests/reference/releases/run_r_releases.R > r.json

suppressPackageStartupMessages(library(jsonlite))

pr_summary <- function(y, s) {
  levels <- c("positive", "negative")
  as_class <- function(is_positive) factor(ifelse(is_positive, levels[1], levels[2]), levels = levels)
  rows <- data.frame(obs = as_class(y == 1), pred = as_class(s > 0.5), positive = s, negative = 1 - s)
  caret::prSummary(rows, levels)[["AUC"]]
}

tools <- list(
  MLmetrics.PRAUC = list("MLmetrics", function(y, s) MLmetrics::PRAUC(s, y)),
  caret.prSummary = list("caret", pr_summary)
)

asked <- function(ask, rows) {
  tryCatch({
    number <- suppressWarnings(ask(as.numeric(rows$y_true), as.numeric(rows$y_score)))
    if (is.finite(number)) number else "nan"
  }, error = function(refusal) "refused: error")
}

found <- list()
for (key in names(tools)) {
  values <- list()
  for (stored in c("toy_values.json", "cases.json", "releases/cases.json")) {
    cases <- fromJSON(file.path("tests", "reference", stored))
    for (case in names(cases)) {
      if (is.null(cases[[case]]$sample_weight) && is.null(cases[[case]]$total_positives)) {
        values[[case]] <- asked(tools[[key]][[2]], cases[[case]])
      }
    }
  }
  found[[key]] <- list(version = as.character(packageVersion(tools[[key]][[1]])), values = values)
}
cat(toJSON(found, auto_unbox = TRUE, digits = NA))
