// Starts the page of the API reference.

import { openPage } from "./lib/shell.js";
import { referenceView } from "./views/docs/reference.js";

openPage({
  messages: { en: () => import("./messages/en/docs.js"), fr: () => import("./messages/fr/docs.js") },
  viewOf: (route) => (signal) => referenceView(signal, route),
});
