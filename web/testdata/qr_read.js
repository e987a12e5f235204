// Reads QR codes for a test, a request a line, as long as it asks.

import { createInterface } from "node:readline";
import { readCode } from "../static/lib/qr/read.js";
import { repair } from "../static/lib/qr/repair.js";
import { read } from "../static/lib/qr/words.js";
import { draw, sceneOf } from "./qr_scene.js";

const answers = {
  /** The text of a matrix. */
  matrix: ({ rows }) => read(rows),
  /** The words of a block after the repair. */
  block: ({ words, correction, unused }) => {
    const block = Uint8Array.from(words);
    return repair(block, correction, unused) ? [...block] : null;
  },
  /** The text of a matrix that a camera sees. */
  scene: ({ rows, seed, hard, mirrored, inverted }) => {
    const seen = sceneOf(mirrored ? rows.map((_, c) => rows.map((row) => row[c])) : rows, seed, hard);
    return readCode(draw(inverted ? { ...seen, ink: seen.paper, paper: seen.ink } : seen));
  },
  /** The text of grey pixels. */
  photo: ({ width, grey }) => {
    const bytes = Buffer.from(grey ?? "", "base64");
    const height = Math.floor(bytes.length / width);
    const data = new Uint8ClampedArray(4 * width * height);
    for (let i = 0; i < data.length; i++) data[i] = i % 4 === 3 ? 255 : bytes[i >> 2];
    return readCode({ width, height, data });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(answers[request.kind](request)));
}
