// The languages of the pages. A new one is a folder like fr, and a line here.

export { default as en } from "./en/index.js";
export { default as fr } from "./fr/index.js";
