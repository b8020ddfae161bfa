// Runs in the browser: validates what the server hands out, and reports back.
import * as validators from "./generated/validators.js";

/** Whether the page's policy really forbids to make code from strings. */
function canMakeCode() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

const cases = await (await fetch("/cases")).json();
const verdicts = cases.map(({ type, text }) => {
  const value = JSON.parse(text);
  const result = validators[`validate${type}`](value);
  return {
    is: validators[`is${type}`](value),
    sameReference: result.success && result.data === value,
    path: result.success ? null : result.issues[0].path,
  };
});
await fetch("/report", {
  method: "POST",
  body: JSON.stringify({ canMakeCode: canMakeCode(), verdicts }),
});
