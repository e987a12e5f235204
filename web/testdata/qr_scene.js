// Draws a code as a camera sees it: from somewhere, in uneven light, blurred and with noise.

/** A source of numbers from 0 to below 1, the same ones for the same seed. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** A scene that is drawn from a seed: `hard` is 0 for a code in full view, and 1 for what a reader may just manage. */
export function sceneOf(rows, seed, hard) {
  const random = numbers(seed);
  const between = (low, high) => low + (high - low) * random();
  const [width, height] = random() < 0.5 ? [640, 480] : [800, 600];
  const module = between(3.6, 7) + (1 - hard) * 2;
  const margin = Math.round(between(4, 8));
  const half = Math.min((module * (rows.length + 2 * margin)) / 2, (0.48 - 0.14 * hard) * height / Math.SQRT2);
  const [angle, tilt, pan] = [between(-Math.PI, Math.PI), between(-0.14, 0.14) * hard, between(-0.14, 0.14) * hard];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const flat = 1 - between(0, 0.35) * hard; // what is seen from the side
  const [x, y] = [width / 2 + between(-40, 40), height / 2 + between(-30, 30)];
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([u, v]) => {
    const near = 1 + tilt * u + pan * v;
    const [right, down] = [(half * u) / near, (flat * half * v) / near];
    return [x + right * cos - down * sin, y + right * sin + down * cos];
  });
  return {
    rows, width, height, corners, margin, seed,
    blur: Math.round(between(0, 1.2) * hard * module / 3.2), noise: between(0, 22) * hard,
    ink: between(10, 60), paper: between(160, 250), light: between(0, 0.6) * hard, desk: between(20, 200),
  };
}

/** The pixels of a scene. */
export function draw({ rows, width, height, corners, margin, seed, blur, noise, ink, paper, light, desk }) {
  const random = numbers(seed + 1);
  const inverse = inverseOf(corners);
  const whole = rows.length + 2 * margin; // modules
  let grey = new Float64Array(width * height);
  const angle = random() * 2 * Math.PI;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const [dx, dy] of [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]) {
        const [u, v] = inverse(x + dx, y + dy);
        const [r, c] = [Math.floor(v * whole) - margin, Math.floor(u * whole) - margin];
        sum += u < 0 || v < 0 || u > 1 || v > 1 ? desk : rows[r]?.[c] ? ink : paper;
      }
      const across = ((x / width - 0.5) * Math.cos(angle) + (y / height - 0.5) * Math.sin(angle)) * 1.4;
      grey[y * width + x] = (sum / 4) * (1 + light * across - light / 2);
    }
  }
  for (let pass = 0; pass < 2; pass++) grey = blurred(grey, width, height, blur);
  const data = new Uint8ClampedArray(4 * grey.length);
  for (let i = 0; i < grey.length; i++) {
    const value = grey[i] + noise * (random() + random() + random() + random() - 2) * 1.73;
    data.set([value, value, value, 255], 4 * i);
  }
  return { width, height, data };
}

/** From pixels to the unit square of four corners. */
function inverseOf([x0, y0, x1, y1, x2, y2, x3, y3]) {
  const [px, py] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const g = (px * by - bx * py) / (ax * by - bx * ay);
  const h = (ax * py - px * ay) / (ax * by - bx * ay);
  const [a, b, c, d, e, f] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (x, y) => {
    const w = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d;
    return [((e - f * h) * x + (c * h - b) * y + b * f - c * e) / w,
      ((f * g - d) * x + (a - c * g) * y + c * d - a * f) / w];
  };
}

function blurred(from, width, height, reach) {
  if (reach === 0) return from;
  const along = (values, steps, step, lines, line) => {
    const to = new Float64Array(values.length);
    for (let l = 0; l < lines; l++) {
      for (let i = 0; i < steps; i++) {
        let [sum, count] = [0, 0];
        for (let j = Math.max(0, i - reach); j <= Math.min(steps - 1, i + reach); j++, count++)
          sum += values[l * line + j * step];
        to[l * line + i * step] = sum / count;
      }
    }
    return to;
  };
  return along(along(from, width, 1, height, width), height, width, width, 1);
}
