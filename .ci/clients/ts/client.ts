// Drives an election from set-up to the bundle with openapi-fetch, typed by what openapi-typescript
// makes from the API document.
//
//	node client.js URL SETUP-TOKEN BUNDLE
import { writeFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [baseUrl, setupToken, bundle] = process.argv.slice(2) as [string, string, string];
const password = "a shard for every vote";
const api = createClient<paths>({ baseUrl });

/** What a call answered; a refusal ends the program. */
function must<T>(what: string, answer: { data?: T; error?: unknown }): NonNullable<T> {
  if (answer.data === undefined || answer.data === null) {
    throw new Error(`${what}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const session = must("set up", await api.POST("/api/auth/setup", {
  body: { setupToken, organisation: "Reed Bed Society", email: "olu@example.org", fullName: "Olu Office", password },
}));
const headers = bearer(session.token);
const { id, questions } = must("create an election", await api.POST("/api/admin/elections", { headers, body: { title: "Board" } }));
const path = { id };
const ranking = must("add a question", await api.POST("/api/admin/elections/{id}/questions", {
  headers, params: { path }, body: { title: "Treasurer", method: "irv" },
}));
const candidates = await nominate(questions[0]?.id ?? "");
const ranked = await nominate(ranking.id);
must("open", await api.PUT("/api/admin/elections/{id}/status", { headers, params: { path }, body: { status: "ACTIVE" } }));
for (const [n, choice] of [0, 1, 0].entries()) {
  await vote(n, choice);
}
must("close", await api.PUT("/api/admin/elections/{id}/status", { headers, params: { path }, body: { status: "COMPLETED" } }));
must("count", await api.POST("/api/admin/elections/{id}/calculate-results", { headers, params: { path } }));
const results = must("read the results", await api.GET("/api/admin/elections/{id}/results", { headers, params: { path } }));
const first = results.questions[0];
if (first?.options[0]?.id !== candidates[0] || first?.outcome.elected[0] !== 1 || first?.outcome.votes[0] !== 2) {
  throw new Error(`the first question is ${JSON.stringify(first)}, want ${candidates[0]} elected with 2 votes`);
}
const { ending, elected } = results.questions[1]?.outcome ?? {};
if (ending !== "elected" || elected?.[0] !== 1) {
  throw new Error(`the ranking ended as ${JSON.stringify(results.questions[1])}, want the first candidate elected`);
}
const content = must("fetch the bundle", await api.GET("/api/board/elections/{id}/bundle", {
  params: { path }, parseAs: "arrayBuffer",
}));
await writeFile(bundle, new Uint8Array(content as unknown as ArrayBuffer));

/** Puts two candidates up for a question, and returns their ids. */
async function nominate(question: string) {
  const ids: string[] = [];
  for (const name of ["Noor Haddad", "Tomas Lind"]) {
    ids.push(must("add a candidate", await api.POST("/api/admin/elections/{id}/candidates", {
      headers, params: { path }, body: { name, question },
    })).id);
  }
  return ids;
}

/** Registers a voter, told apart by n, and casts their ballot: one mark, and two ranks with the same candidate first. */
async function vote(n: number, choice: number) {
  const email = `voter${n}@example.org`;
  must("register", await api.POST("/api/auth/register", {
    body: { email, fullName: `Voter ${"ABC"[n]}`, password, nationalId: `RB${String(n).padStart(6, "0")}` },
  }));
  const { token } = must("sign in", await api.POST("/api/auth/login", { body: { email, password } }));
  const ballot = { headers: bearer(token), params: { path }, body: { answers: {
    [questions[0]?.id ?? ""]: Object.fromEntries(candidates.map((c, i) => [c, i === choice ? "01" : "00"])),
    [ranking.id]: Object.fromEntries(ranked.map((c, i) => [c, i === choice ? "01" : "02"])),
  } } };
  must("vote", await api.POST("/api/user/elections/{id}/vote", ballot));
  const { error } = await api.POST("/api/user/elections/{id}/vote", ballot);
  if (error?.code !== "already_voted") {
    throw new Error(`a second vote: ${JSON.stringify(error)}`);
  }
}
