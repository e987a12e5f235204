// What a count takes and gives, for the type checker alone. The names are those of the manifest, of
// result.json and of the API. Options of a question are numbered from 1.

declare namespace Tally {
  type Method = "plurality" | "block" | "approval" | "motion" | "irv" | "stv" | "schulze" | "star";
  type Basis = "decided" | "cast" | "electorate";

  /** A part of the base, as [numerator, denominator]: more than it, or at least it. */
  interface Threshold { more?: [number, number]; least?: [number, number]; of: Basis }

  interface Rules {
    method: Method; options: number; seats: number; min: number; max: number; draw: boolean; threshold?: Threshold;
  }

  /** Weights: of all papers in the box, and of the frozen roll (0 without one). */
  interface Base { cast: number; electorate: number }

  /** What a count reads. A list that the method does not use is empty. */
  interface Evidence {
    papers: number; blank: number; votes: number[]; stars: number[]; fives: number[]; prefers: number[][]; used: Used[];
  }
  /** Papers cut to the options that they were allocated to, in order. */
  interface Used { weight: number; options: number[] }

  /** Why marks are not a valid paper. */
  type Fault = "mark" | "too_few" | "too_many" | "repeat" | "gap";

  type Ending = "elected" | "tie" | "no_majority" | "passed" | "rejected" | "no_votes" | "no_quorum";

  interface Outcome {
    ending: Ending; papers: number; blank: number; votes: number[]; fives: number[]; base: number; needed: number;
    quota: number; elected: number[]; tied: number[]; finalists: number[]; stages: Stage[]; prefers: number[][];
    paths: number[][]; draws: Draw[]; drawDecided: "no" | "yes" | "unknown";
  }
  /** A stage of irv, in votes, or of stv, in 1/100000 of a vote. `option` is whose papers moved. */
  interface Stage { action: Action; option: number; votes: number[]; lost: number; elected: number[] }
  type Action = "first" | "surplus" | "exclude";
  /** A use of the draw. `stage` counts from 1, and is 0 outside irv and stv. */
  interface Draw { stage: number; for: DrawFor; among: number[]; chosen: number }
  type DrawFor = "seat" | "surplus" | "exclusion" | "finalist" | "winner";
}
