// Elections, questions and candidates in the reader's language, where their organisation wrote them in it.

/** Puts the texts in the language of the page in the place of the first ones, everywhere in a value. What has no text
 *  in it stays as it is.
 *  @type {<Value>(value: Value) => Value} */
export function translated(value) {
  if (typeof value !== "object" || value === null) return value;
  const { lang } = document.documentElement;
  Object.values(value).forEach(translated);
  if ("translations" in value && Array.isArray(value.translations)) {
    const { language: _, ...texts } = value.translations.find((one) => one.language === lang) ?? {};
    Object.assign(value, texts);
  }
  return value;
}
