// The languages of the pages. A new one is a folder like fr, and two words here.

import en from "./en/index.js";
import fr from "./fr/index.js";

export default { en, fr };
