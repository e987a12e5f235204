// The key sheet that a holder has given on this page. It is kept in memory, from one count of an assembly to the next,
// until the page is closed.

let kept = "";

/** @type {(sheet: string) => void} */
export const keepSheet = (sheet) => { kept = sheet; };

/** The sheet, or "".
 *  @type {() => string} */
export const keptSheet = () => kept;
