// The tables of methods and custodies. Standard input has those of store/tally and store/ballotbox.

import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { CUSTODIES } from "../static/lib/custody.js";
import { METHODS } from "../static/lib/tally/rules.js";

const { methods, custodies } = JSON.parse(readFileSync(0));
const rows = Object.entries(METHODS).map(([method, { purpose, ...traits }]) => ({ method, ...traits }));
deepStrictEqual(rows, methods);
deepStrictEqual(CUSTODIES, custodies);
