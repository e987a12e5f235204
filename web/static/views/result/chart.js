// The result as a picture: a bar for each option of each question, drawn for a white page.

import { date, number, turnoutWords } from "../../lib/format.js";
import { isolated, language, spoken, t } from "../../lib/i18n.js";
import { penOf } from "../../lib/photo.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { figuresOf, hasWon, orderOf } from "./figures.js";
import { decisionWords } from "./minutes.js";
import { nameOf } from "./words.js";

/** @import { PublicRecord } from "./record.js" */

/**
 * What a chart says, in words and shares from 0 to 1. The line of a part crosses as many bars as
 * `lined` says.
 * @typedef {{ name: string, value: string, share: number, won: boolean }} Bar
 * @typedef {{ title: string, words: string, unit: string, line: number, lined: number, bars: Bar[] }} Part
 * @typedef {{ title: string, under: string, direction: string, parts: Part[] }} Chart
 */

const WIDTH = 1200;
const EDGE = 56;
const NAME = 360; // the width of names
const BAR = 560;
const ROW = 46;
const AREA = 16_000_000; // pixels: more than some browsers draw on one canvas
const SIDE = 16_000;
const INK = "#291c17";
const MUTED = "#6a564a";
const GROOVE = "#f1e8de";
const FILL = "#8b7466";
const WON = "#a3411f";
const TITLE = "600 38px serif";
const HEADING = "600 26px serif";
const TEXT = "20px system-ui, sans-serif";

/** The words and shares of a counted election's chart.
 *  @type {(record: PublicRecord) => Chart} */
export function chartOf({ info, election, manifest, result }) {
  const { completedAt, turnout } = election;
  const several = manifest.questions.length > 1;
  return {
    title: manifest.title,
    under: [isolated(info.organisation), completedAt && date(completedAt), turnoutWords(turnout)].filter(Boolean)
      .join(" · "),
    direction: spoken(language()).dir,
    parts: (result?.questions ?? []).map((outcome, i) => {
      const question = manifest.questions[i];
      const { unit, figures, enough } = figuresOf(question, outcome);
      const full = Math.max(1, enough, ...figures);
      return {
        title: several ? question.title : "", words: decisionWords(question, outcome), unit: t(`minutes.unit.${unit}`),
        line: enough / full,
        lined: hasAnswers(question) ? 1 : figures.length,
        bars: orderOf(question, figures).map((option) => ({
          name: nameOf(question, option), value: number(figures[option - 1], 4), share: figures[option - 1] / full,
          won: hasWon(outcome, option),
        })),
      };
    }),
  };
}

/** The chart as a PNG.
 *  @type {(chart: Chart) => Promise<Blob>} */
export async function drawChart(chart) {
  const canvas = document.createElement("canvas");
  const height = draw(penOf(canvas), chart); // to measure: a canvas of no size takes all that is drawn
  const scale = Math.min(2, SIDE / height, Math.sqrt(AREA / (WIDTH * height)));
  canvas.width = Math.round(WIDTH * scale);
  canvas.height = Math.round(height * scale);
  const pen = penOf(canvas);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  draw(pen, chart);
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("the browser made no picture"))), "image/png");
  });
}

/** Draws the chart and returns its height.
 *  @type {(pen: CanvasRenderingContext2D, chart: Chart) => number} */
function draw(pen, { title, under, direction, parts }) {
  pen.direction = /** @type {CanvasDirection} */ (direction);
  let y = EDGE;
  /** @type {(text: string, font: string, colour: string, height: number) => void} */
  const write = (text, font, colour, height) => {
    pen.font = font;
    pen.fillStyle = colour;
    for (const line of linesOf(pen, text, WIDTH - 2 * EDGE)) {
      pen.fillText(line, from(pen, EDGE), y + height * 0.75);
      y += height;
    }
  };
  write(title, TITLE, INK, 48);
  write(under, TEXT, MUTED, 30);
  for (const part of parts) {
    y += 28;
    if (part.title) write(part.title, HEADING, INK, 36);
    write(part.words, TEXT, INK, 30);
    write(part.unit, TEXT, MUTED, 34);
    const top = y;
    for (const bar of part.bars) {
      drawBar(pen, bar, y);
      y += ROW;
    }
    if (part.line > 0) {
      pen.fillStyle = INK;
      pen.fillRect(from(pen, EDGE + NAME + BAR * part.line - 1, 2), top, 2, part.lined * ROW);
    }
  }
  return y + EDGE;
}

/** @type {(pen: CanvasRenderingContext2D, bar: Bar, y: number) => void} */
function drawBar(pen, { name, value, share, won }, y) {
  pen.font = won ? `600 ${TEXT}` : TEXT;
  pen.fillStyle = INK;
  pen.fillText(cut(pen, name, NAME - 20), from(pen, EDGE), y + 30);
  pen.fillStyle = GROOVE;
  pen.fillRect(from(pen, EDGE + NAME, BAR), y + 10, BAR, ROW - 20);
  pen.fillStyle = won ? WON : FILL;
  pen.fillRect(from(pen, EDGE + NAME, BAR * share), y + 10, BAR * share, ROW - 20);
  pen.fillStyle = INK;
  pen.fillText(value, from(pen, EDGE + NAME + BAR + 16), y + 30);
}

/** Where what lies so many pixels from the edge at which lines begin is on the canvas.
 *  @type {(pen: CanvasRenderingContext2D, edge: number, width?: number) => number} */
const from = (pen, edge, width = 0) => (pen.direction === "rtl" ? WIDTH - edge - width : edge);

/** A text in lines that are no wider than so many pixels, as far as its words allow.
 *  @type {(pen: CanvasRenderingContext2D, text: string, width: number) => string[]} */
function linesOf(pen, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : "";
    if (longer && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @type {(pen: CanvasRenderingContext2D, text: string, width: number) => string} */
function cut(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}
