from pr_curve_lab.analysis.model_resampling import predicted_seconds


def test_the_prediction_grows_with_samples_and_points():
    assert predicted_seconds(1000, 16) < 0.15
    assert predicted_seconds(1000, 100_000) > 1
