// What identity numbers look like. The installation names one kind of national ID and one of voter ID out of many, so that
// their texts are a part of the catalogue that only the pages load that speak of numbers.
//
// keys: schemes.*

import { has, loadMessages, t } from "./i18n.js";

/** Loads the texts. */
export const loadSchemes = () => loadMessages("schemes");

/** What a number of a kind looks like; for a kind that the catalogue does not know, the server's description. */
export const schemeWords = ({ scheme, description }) => (has(`schemes.${scheme}`) ? t(`schemes.${scheme}`) : description);
