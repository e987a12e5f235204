// Does what the pages do with sealed ballots, as standard input says: gives the public halves and the sheets of
// holders' secrets, signs a message with each and seals it to each; derives the keys of an assembly from the first;
// seals drafts; opens ballots with the secrets of some holders. It writes all of it to standard output. Bytes are
// hexadecimal.

import { readFileSync } from "node:fs";
import { concat, hex, unhex } from "../static/lib/bytes.js";
import { sha256 } from "../static/lib/sha256.js";
import { codeOf, device, findSecret, holderKeys, NUMBERS, openBallot, parseSheet, publicHalves, sealBallot, sealTo,
  secretOf, sheetOf, signAs, tagOf, warm } from "../static/lib/sealing.js";

const asked = JSON.parse(readFileSync(0));
const secrets = asked.secrets.map((secret) => unhex(secret));
const holders = asked.holders.map((key) => unhex(key));
const box = { holders, threshold: asked.threshold, election: asked.election, manifest: unhex(asked.manifest) };

const keys = secrets.map((secret) => {
  const { publicKey, signingKey } = holderKeys(secret);
  const random = crypto.getRandomValues(new Uint8Array(64));
  return {
    publicKey: hex(publicKey), signingKey: hex(signingKey), sheet: sheetOf(secret),
    message: hex(sealTo(publicKey, asked.info, concat(asked.message), random)),
    signature: hex(signAs(secret, asked.message)),
  };
});

warm();
const sealed = asked.drafts.map(({ random, owner, marks }) => {
  const { pad, seed } = device(unhex(random));
  const tag = tagOf(pad, owner);
  return { pad: hex(pad), seed: hex(seed), tag: hex(tag), code: codeOf(seed, tag),
    sealed: hex(sealBallot(box, seed, unhex(marks), tag)) };
});

const opened = asked.ballots.map(({ numbers, sealed, tag }) => {
  const opened = openBallot(box, new Map(numbers.map((number) => [number, secrets[number - 1]])), unhex(sealed),
    unhex(tag));
  return opened && { seed: hex(opened.seed), marks: hex(opened.marks) };
});

const parsed = asked.typed.map((text) => {
  const secret = parseSheet(text);
  return secret && hex(secret);
});

const numbers = Array.from({ length: NUMBERS }, (_, number) => secretOf(secrets[0], number));
const halves = numbers.map((secret) => holderKeys(secret));
const found = findSecret(secrets[0], [halves[30].publicKey]);
const assembly = {
  secrets: numbers.map(hex), found: found && hex(found),
  own: findSecret(secrets[0], [unhex(keys[0].publicKey)]) !== null,
  strange: findSecret(secrets[0], [unhex(keys[1]?.publicKey ?? "")]) !== null,
  keys: hex(sha256(publicHalves(secrets[0]))),
};

process.stdout.write(JSON.stringify({ keys, sealed, opened, parsed, assembly }));
