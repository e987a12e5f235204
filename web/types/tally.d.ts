// What a count takes, for the type checker alone; it gives an Api.Outcome. Options of a question are
// numbered from 1.

declare namespace Tally {
  interface Rules {
    method: Api.Method; options: number; seats: number; min: number; max: number; draw: boolean; threshold?: Api.Threshold;
  }

  /** Weights: of all papers in the box, and of the frozen roll (0 without one). */
  interface Base { cast: number; electorate: number }

  /** What a count reads. A list that the method does not use is empty. */
  interface Evidence {
    papers: number; blank: number; votes: number[]; stars: number[]; fives: number[]; prefers: number[][]; used: Used[];
    /** Whether a draw decided, for irv and stv alone: it takes whole papers to know. Elsewhere "". */
    decided: "" | Api.Outcome["drawDecided"];
  }
  /** Papers cut to the options that they were allocated to, in order. */
  interface Used { weight: number; options: number[] }

  /** Why marks are not a valid paper. */
  type Fault = "mark" | "too_few" | "too_many" | "repeat" | "gap";
}
