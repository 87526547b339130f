"""Built-in examples, one for each kind of rows, which represent all others of their kind."""

from pr_metrics import SCHEMES

KINDS_OF_ROWS = (
    "apples_oranges",  # no ties
    "sixteen_rows",  # ties of both classes
    "ten_rows",  # some of them
    "top_is_negative",  # precision 0 at the first point
    "constant",  # one point
    "improved",  # a long gap
    "breast_cancer",  # hundreds of points
    "four_models",  # several scores of one label
    "digits",  # several classes in folds
)
EXAMPLES_AND_SCHEMES = (  # every scheme on one example, and every example under one scheme
    *(("sixteen_rows", scheme) for scheme in SCHEMES),
    *((example, "linear") for example in KINDS_OF_ROWS if example != "sixteen_rows"),
)
