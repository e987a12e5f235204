// What identity numbers look like. An installation has one kind of national ID and one of voter ID
// out of many, so only pages that need these texts load them.
//
// keys: schemes.*

import { has, loadMessages, t } from "./i18n.js";

/** Loads the texts. */
export const loadSchemes = () => loadMessages("schemes");

/** What a number of a kind looks like. For an unknown kind it is the server's description.
 *  @type {(kind: Api.IdentityScheme) => string} */
export const schemeWords = ({ scheme, description }) => {
  const key = `schemes.${scheme}`;
  return has(key) ? t(key) : description;
};
