// Starts the page that turns STL solids into glTF.

import { openPage } from "./lib/shell.js";
import { workbenchView } from "./views/convert/workbench.js";

// The page has one view, which stays as it is when somebody signs in or out: files on their way go on.
let view = null;

async function keptView(signal) {
  view ??= await workbenchView(signal);
  return view;
}

openPage({
  messages: "convert",
  viewOf: () => keptView,
});
