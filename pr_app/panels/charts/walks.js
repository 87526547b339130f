// Plotly breaks a promise when a walk through a chart's frames is stopped, or its slider is moved meanwhile, and waits
// for nobody to hear of it: that is no error. Such a promise comes without a reason; all others stay errors.
export function forgiveStoppedWalks(signal) {
  const forgive = (event) => {
    if (event.reason === undefined) event.preventDefault();
  };
  window.addEventListener("unhandledrejection", forgive, { signal });
}
