// What counted papers have in common. Standard input has counts, and what their papers say.

import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { agreement } from "../static/lib/agreement.js";

for (const { papers, method, outcome, want } of JSON.parse(readFileSync(0)))
  strictEqual(agreement({ method }, outcome), want, `${method}: ${papers}`);
