// Plotly breaks a promise when a walk is stopped, or the slider is moved meanwhile, and waits for nobody to hear of it:
// that is no error. Such a promise comes without a reason; all others stay errors.
export default function () {
  const hush = (event) => {
    if (event.reason === undefined) event.preventDefault();
  };
  window.addEventListener("unhandledrejection", hush);
  return () => window.removeEventListener("unhandledrejection", hush);
}
