// Lengths, areas, volumes and weights in the units that makers think in. Arguments are millimetres,
// their powers, and grams.

import { number } from "../../lib/format.js";

/** What a unit of a file is in millimetres.
 *  @type {(unit: string) => number} */
export const millimetresOf = (unit) => ({ um: 0.001, mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 })[unit] ?? 1;

/** The sign of a unit of a file.
 *  @type {(unit: string) => string} */
export const signOf = (unit) => (unit === "um" ? "µm" : unit);

/** A number with about four figures: a kilometre needs no micrometres.
 *  @type {(n: number) => string} */
export const figures = (n) => number(n, Math.min(Math.max(3 - Math.floor(Math.log10(Math.abs(n) || 1)), 0), 6));

/** "0.2 mm", "80.5 mm" or "1.2 m".
 *  @type {(mm: number) => string} */
export const length = (mm) => sized(mm, [[1000, "m"], [1, "mm"]]);

/** "80.5 × 40 × 12 mm": all sides in one unit, in metres if none is small.
 *  @type {(sides: number[]) => string} */
export function box(sides) {
  const [by, unit] = Math.max(...sides) >= 1000 && Math.min(...sides) >= 100 ? [1000, "m"] : [1, "mm"];
  return `${sides.map((side) => figures(side / by)).join(" × ")}\u00a0${unit}`;
}

/** "45.3 cm²".
 *  @type {(mm2: number) => string} */
export const area = (mm2) => sized(mm2, [[1e6, "m²"], [100, "cm²"], [1, "mm²"]]);

/** "12.7 cm³".
 *  @type {(mm3: number) => string} */
export const volume = (mm3) => sized(mm3, [[1e9, "m³"], [1000, "cm³"], [1, "mm³"]]);

/** "15.8 g" or "1.2 kg".
 *  @type {(grams: number) => string} */
export const weight = (grams) => sized(grams, [[1e6, "t"], [1000, "kg"], [1, "g"]]);

// With the first unit that it has one of, or with the last.
/** @type {(value: number, units: [by: number, unit: string][]) => string} */
function sized(value, units) {
  const [by, unit] = units.find(([least]) => value >= least) ?? units[units.length - 1];
  return `${figures(value / by)}\u00a0${unit}`;
}
