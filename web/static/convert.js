// Starts the page that turns models into glTF.

import { openPage } from "./lib/shell.js";
import { workbenchView } from "./views/convert/workbench.js";

// The page has one view, which stays as it is when somebody signs in or out, so that conversions go
// on.
/** @type {HTMLElement | null} */
let view = null;

/** @type {View} */
async function keptView(signal) {
  view ??= await workbenchView(signal);
  return view;
}

openPage({
  messages: ["convert"],
  viewOf: () => keptView,
});
