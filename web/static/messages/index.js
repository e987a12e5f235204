// The languages of the pages. A new one is a folder like fr, or like es if it is for voters alone, and
// two words here.

import de from "./de/index.js";
import en from "./en/index.js";
import es from "./es/index.js";
import fr from "./fr/index.js";

export default { de, en, es, fr };
