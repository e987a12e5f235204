// What a count takes, for the type checker alone; it gives an Api.Outcome. Options of a question are
// numbered from 1.

declare namespace Tally {
  interface Rules {
    method: Api.Method; options: number; seats: number; min: number; max: number; each?: number; draw: boolean;
    last?: boolean;
    threshold?: Api.Threshold; peopleThreshold?: Api.Threshold; lists?: Lists; quotas?: Quota[];
  }
  type Lists = Api.Lists;
  /** Of the options of a kind, how many have seats at least and at most. */
  interface Quota { options: number[]; least?: number; most?: number }

  /** All that a method differs in. */
  interface Traits {
    /** Where the administrators' page offers it: the first one of a purpose is recommended. */
    purpose: "one" | "several" | "proportion" | "motion" | "option" | "confirm" | "lists";
    marks: "choices" | "ranks" | "stars" | "yes_no" | "amounts" | "lists";
    /** Options may share a rank. */
    equal?: boolean;
    /** What decides the count, which is all that the evidence shows. */
    by: "votes" | "transfers" | "pairs" | "stars" | "yes_no";
    /** How many options a paper may mark unless the question sets another number. */
    most: "one" | "seats" | "all";
    /** There may be more seats than one. */
    several?: boolean;
    draw: "never" | "may" | "must";
    threshold: "never" | "may" | "must";
    /** The options are yes, no and abstain; nobody is elected. */
    answers?: boolean;
    /** One option is enough. */
    alone?: boolean;
    /** The first of an order are elected, so that kinds can have quotas. */
    order?: boolean;
    /** How many units of a stage a vote has: five decimals in SSI 2007/42, rule 48. */
    unit?: number;
    /** The quota elects. */
    quota?: boolean;
    /** Of lists: between the divisors, which begin with 1. */
    step?: number;
  }

  /** Counts evidence that has papers, and says how the outcome differs from one in which nobody is elected. */
  type Counter = (rules: Rules, evidence: Evidence, draws: Draws, needed: number) => Partial<Api.Outcome>;
  type Draws = import("../static/lib/tally/draws.js").Draws;

  /** Weights and people: of all papers in the box, and of the frozen roll (0 without one). */
  interface Base { cast: number; castPeople: number; electorate: number; electoratePeople: number }

  /** What a count reads. A list that the method does not use is empty. */
  interface Evidence {
    papers: number; blank: number; votes: number[]; people: number[]; against: number[]; stars: number[];
    fives: number[]; prefers: number[][];
    used: Used[];
    /** Whether a draw decided, in counts by transfers: it takes whole papers to know. Elsewhere "". */
    decided: "" | Api.Outcome["drawDecided"];
  }
  /** Papers cut to the options that they were allocated to, in order. */
  interface Used { weight: number; options: number[] }

  /** Why marks are not a valid paper. */
  type Fault = "mark" | "too_few" | "too_many" | "repeat" | "gap";
}
