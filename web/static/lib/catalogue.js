// Where the words are: words/<language>/<part>.json, and the list of languages beside them. This module
// loads them from a disk. In a page, one that the server writes takes its place: it names the files
// that the server makes of them.

import languages from "../../../store/words/languages.json" with { type: "json" };

export { languages };

/** Loads a part of the words of a language. A page may get more of them with it.
 *  @type {(language: Api.Language, part: Part) => Promise<{ default: Texts }>} */
export const load = (language, part) =>
  import("../../../store/words/" + language + "/" + part + ".json", { with: { type: "json" } });
