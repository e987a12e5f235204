// 4 x 4 matrices as arrays of 16 numbers, column after column, as glTF and WebGL have them.

/** @typedef {number[]} Matrix */

/** The matrix that changes nothing.
 *  @type {() => Matrix} */
export const identity = () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The product a·b: b is applied first.
 *  @type {(a: Matrix, b: Matrix) => Matrix} */
export function multiply(a, b) {
  const out = new Array(16).fill(0);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      for (let k = 0; k < 4; k += 1) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return out;
}

/**
 * The matrix that scales by s, turns by the unit quaternion q (x, y, z, w) and moves by t, in this
 * order.
 * @type {(t: number[], q: number[], s: number[]) => Matrix}
 */
export function compose(t, [x, y, z, w], s) {
  return [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y + z * w) * s[0], 2 * (x * z - y * w) * s[0], 0,
    2 * (x * y - z * w) * s[1], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z + x * w) * s[1], 0,
    2 * (x * z + y * w) * s[2], 2 * (y * z - x * w) * s[2], (1 - 2 * (x * x + y * y)) * s[2], 0,
    t[0], t[1], t[2], 1,
  ];
}

/** A point after a transform.
 *  @type {(m: Matrix, point: number[]) => number[]} */
export function apply(m, [x, y, z]) {
  return [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
}

/**
 * The 3 x 3 matrix for normals: the cofactors of the upper left, which are the transposed inverse
 * times a factor. The factor may be negative, so normals may come out inverted.
 * @type {(m: Matrix) => number[]}
 */
export function forNormals(m) {
  return [
    m[5] * m[10] - m[6] * m[9], m[6] * m[8] - m[4] * m[10], m[4] * m[9] - m[5] * m[8],
    m[2] * m[9] - m[1] * m[10], m[0] * m[10] - m[2] * m[8], m[1] * m[8] - m[0] * m[9],
    m[1] * m[6] - m[2] * m[5], m[2] * m[4] - m[0] * m[6], m[0] * m[5] - m[1] * m[4],
  ];
}

/**
 * A perspective. `angle` is the vertical field of view in radians, `near` and `far` are distances
 * from the camera.
 * @type {(angle: number, aspect: number, near: number, far: number) => Matrix}
 */
export function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (near + far) / (near - far), -1, 0, 0, 2 * near * far / (near - far),
    0];
}
