// Starts the page of the API reference.

import { openPage } from "./lib/shell.js";
import { referenceView } from "./views/docs/reference.js";

openPage({
  messages: ["docs"],
  viewOf: (route) => (signal) => referenceView(signal, route),
});
