#!/usr/bin/env node
// Has Lighthouse judge every page of the sample organisation, signed in or out, as on a phone with a
// slow network. Fails if a page has less than 95 in any of the four categories. A busy machine makes
// pages slow, so the median of three tries counts.
//
//	.ci/lighthouse.mjs ORIGIN VOTER ADMINISTRATOR PASSWORD [WORD]
//
// ORIGIN is of a server that "ostrakon demo" started, which prints the rest. With a word, only pages
// whose address has it are judged. OSTRAKON_NODE_MODULES is where lighthouse is installed.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const LEAST = 0.95;
const TRIES = 3;

const [origin, voter, admin, password, word = ""] = process.argv.slice(2);
const modules = createRequire(`${process.env.OSTRAKON_NODE_MODULES}/`);
const load = async (name) => (await import(pathToFileURL(modules.resolve(name)))).default;
const [lighthouse, puppeteer] = await Promise.all([load("lighthouse"), load("puppeteer-core")]);

/** What the API answers: to a body, if one is given, or to a session. */
async function ask(path, { body, session } = {}) {
  const answer = await fetch(origin + path, {
    method: body ? "POST" : "GET", body: body && JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...(session && { Authorization: `Bearer ${session.token}` }) },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The pages that a stranger, a voter and an administrator can reach. */
async function tours() {
  const [asVoter, asAdmin] = await Promise.all(
    [voter, admin].map((email) => ask("/api/auth/login", { body: { email, password } })));
  const { items } = await ask("/api/admin/elections", { session: asAdmin });
  const people = await ask("/api/admin/users?limit=1", { session: asAdmin });
  const of = (status) => items.find((election) => election.status === status).id;
  const [draft, active, completed] = ["DRAFT", "ACTIVE", "COMPLETED"].map(of);
  const person = people.items[0].id;
  return [
    { session: null, pages: [
      "/", "/#register", "/#forgotten", "/#kiosk", "/admin", "/convert", "/docs", "/board", `/board/${active}`,
      `/board/${active}#hall`,
      `/board/${completed}`, `/board/${completed}#hall`, `/board/${completed}#minutes`,
      ...["key", "try", "count", "watch"].map((route) => `/board#/${route}/${active}`)] },
    { session: asVoter, pages: ["/", "/#profile", `/#elections/${active}`, `/#elections/${completed}`] },
    { session: asAdmin, pages: [
      "", "#elections/new", "#motion", "#people", "#people/waiting", `#people/${person}`, `#people/${person}/edit`,
      "#roll", "#roll/new",
      "#roll/import", "#roll/slips", "#join", "#mail", "#backup", "#settings", "#settings/people", "#models", "#audit",
      `#elections/${draft}`,
      ...["edit", "preview", "rehearsal", "candidates/new", "questions/new", "questions/new/stv",
        "key"].map((route) => `#elections/${draft}/${route}`),
      `#elections/${active}`, `#elections/${active}/voters`, `#elections/${active}/invitations`,
      `#elections/${active}/witnesses`,
      `#elections/${completed}`, ...["results", "minutes",
        "certificate"].map((route) => `#elections/${completed}/${route}`)].map((route) => `/admin${route}`) },
  ];
}

/** The scores of a page, and what was found that costs any. */
async function judge(browser, address, session) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument((kept) => {
    if (kept && location.protocol !== "about:") sessionStorage.setItem("ostrakon.session", kept);
  }, session && JSON.stringify(session));
  const { lhr } = await lighthouse(origin + address, { logLevel: "silent", disableStorageReset: true }, undefined,
    page);
  await context.close();
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  const scores = Object.values(lhr.categories).map(({ title, score }) => ({ title, score: score ?? 0 }));
  const found = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => `${id} (${lhr.audits[id].displayValue ?? lhr.audits[id].title})`);
  return { scores, found, least: Math.min(...scores.map(({ score }) => score)) };
}

const browser = await puppeteer.launch(
  { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
let bad = 0;
for (const { session, pages } of await tours()) {
  for (const address of pages.filter((address) => address.includes(word))) {
    const tries = [];
    for (let n = 0; n < TRIES; n += 1) tries.push(await judge(browser, address, session));
    const { least, scores, found } = tries.sort((a, b) => a.least - b.least)[Math.floor(TRIES / 2)];
    if (least < LEAST) bad += 1;
    console.log(least < LEAST ? "BAD" : "ok ", session?.user.role ?? "nobody", address,
      scores.map(({ score }) => Math.round(score * 100)).join(" "),
      least < LEAST ? found.join("; ") : "");
  }
}
await browser.close();
if (bad > 0) {
  console.log(`${bad} pages have less than ${LEAST * 100}`);
  process.exit(1);
}
