// Drawing a model with WebGL2. Nothing is drawn unless draw() is called.

import { forNormals, multiply } from "./matrix.js";
import { programs } from "./shaders.js";
import { Strokes, strokeProgram } from "./strokes.js";
import { uploadTexture } from "./texture.js";

/** @import { Accessor } from "./accessor.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Matrix } from "./matrix.js" */
/** @import { Model, Primitive } from "./model.js" */
/** @import { Program } from "./shaders.js" */
/** @import { Texture } from "./texture.js" */
/** @typedef {Map<Accessor, WebGLBuffer>} Buffers */
/** @typedef {{ buffer: WebGLBuffer, count: number }} Wires */
/** @typedef {{ points: Float32Array<ArrayBuffer>, origin: number[], fade?: number }} Lines */
/** @typedef {"grid" | "marks"} LinesName */

/**
 * A primitive whose arrays are on the graphics card.
 * @typedef {{ primitive: Primitive, array: WebGLVertexArrayObject, buffers: WebGLBuffer[],
 *   origin: number[], matrix: Matrix, wires: Wires | null }} Part
 */

const PLACES = { positions: 0, normals: 1, colours: 2, places: 3 }; // of the attributes in the shaders
const SOFT = 0.22; // edge of the shadow, as a share of the model's radius
const MOST_WIRED = 6_000_000; // triangles whose edges are drawn; their indices take 24 bytes each
const GRID = { opacity: 0.3, width: 1 };
const MARK = { opacity: 1, behind: 0.35, width: 2.5, lift: 4e-4 }; // `behind` is where the surface hides them
const INK = { most: 0.55, least: 0.08, by: 30 }; // how strong edges are: the more edges, the fainter

/** Whether the edges of a model can be drawn.
 *  @type {(model: Model) => boolean} */
export const canWire = (model) => model.triangles <= MOST_WIRED;

/** Draws models into a canvas. */
export class Renderer {
  /** A renderer on a canvas, or null if the browser has no WebGL2.
   *  @type {(canvas: HTMLCanvasElement) => Renderer | null} */
  static on(canvas) {
    const gl = canvas.getContext("webgl2", { alpha: true, antialias: true });
    return gl && new Renderer(gl);
  }

  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    this.programs = { ...programs(gl), strokes: strokeProgram(gl) };
    /** @type {Model | null} */
    this.model = null;
    /** @type {Part[]} */
    this.parts = [];
    /** @type {Map<Texture, WebGLTexture>} */
    this.textures = new Map();
    /** @type {Map<LinesName, { lines: Lines, strokes: Strokes }>} */
    this.lines = new Map();
  }

  /** Starts again with the same model, after the browser took the context away and gave it back. */
  restore() {
    this.programs = { ...programs(this.gl), strokes: strokeProgram(this.gl) };
    this.parts = [];
    this.textures.clear();
    const lines = [...this.lines];
    this.lines.clear();
    if (this.model) this.show(this.model);
    for (const [name, kept] of lines) this.showLines(name, kept.lines);
  }

  /** Shows lines beside the model: the grid on the ground or marks on the surface. Null takes them
   *  away.
   *  @type {(name: LinesName, lines: Lines | null) => void} */
  showLines(name, lines) {
    this.lines.get(name)?.strokes.free();
    if (lines) this.lines.set(name, { lines, strokes: new Strokes(this.gl, lines.points, lines.origin) });
    else this.lines.delete(name);
  }

  /** Takes a model in the place of the one before.
   *  @type {(model: Model) => void} */
  show(model) {
    this.clear();
    this.model = model;
    /** @type {Buffers} */
    const known = new Map(); // buffers by accessor: primitives of several nodes share theirs
    this.parts = model.primitives.map((primitive) => this.load(primitive, known));
    for (const { texture } of model.primitives) {
      if (texture && !this.textures.has(texture)) this.textures.set(texture, uploadTexture(this.gl, texture));
    }
    this.parts.sort((a, b) => Number(a.primitive.blend) - Number(b.primitive.blend)); // transparent parts come last
  }

  /** Forgets the model and frees its memory. */
  clear() {
    for (const { array, buffers, wires } of this.parts) {
      this.gl.deleteVertexArray(array);
      for (const buffer of buffers) this.gl.deleteBuffer(buffer);
      if (wires) this.gl.deleteBuffer(wires.buffer);
    }
    for (const texture of this.textures.values()) this.gl.deleteTexture(texture);
    for (const name of this.lines.keys()) this.showLines(name, null);
    this.textures.clear();
    this.parts = [];
    this.model = null;
  }

  /** @type {(primitive: Primitive, known: Buffers) => Part} */
  load(primitive, known) {
    const { gl } = this;
    const array = gl.createVertexArray();
    const buffers = [];
    gl.bindVertexArray(array);
    for (const [name, place] of Object.entries(PLACES)) {
      const accessor = primitive[/** @type {keyof typeof PLACES} */ (name)];
      if (!accessor) continue;
      buffers.push(this.upload(gl.ARRAY_BUFFER, accessor, known));
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, accessor.width, accessor.component, accessor.normalised, accessor.stride, 0);
    }
    if (primitive.indices) buffers.push(this.upload(gl.ELEMENT_ARRAY_BUFFER, primitive.indices, known));
    gl.bindVertexArray(null);
    const { min, max } = primitive.box;
    const origin = min.map((low, axis) => Math.fround((low + max[axis]) / 2));
    const matrix = multiply(primitive.matrix, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...origin, 1]);
    return { primitive, array, buffers, origin, matrix, wires: null };
  }

  /** @type {(target: number, accessor: Accessor, known: Buffers) => WebGLBuffer} */
  upload(target, accessor, known) {
    const { gl } = this;
    const buffer = known.get(accessor) ?? gl.createBuffer();
    gl.bindBuffer(target, buffer);
    if (!known.has(accessor)) gl.bufferData(target, accessor.bytes, gl.STATIC_DRAW);
    known.set(accessor, buffer);
    return buffer;
  }

  /**
   * Draws the model as a camera sees it. `ink`, `line` and `mark` are the colours of the edges, the
   * grid and the marks, red green blue from 0 to 1; `shadow` is how dark the shadow on the ground is,
   * and `density` how many pixels are in a CSS pixel.
   * @type {(camera: Camera, picture: { width: number, height: number, density: number,
   *   wires: boolean, ink: number[], line: number[], mark: number[], shadow: number }) => void}
   */
  draw(camera, { width, height, density, wires, ink, line, mark, shadow }) {
    const { gl, model } = this;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!model) return;
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const view = camera.view();
    const projection = camera.projection();
    /** @type {(name: LinesName, colour: number[], width: number, lift?: number) => void} */
    const drawLines = (name, colour, wide, lift) => {
      const shown = this.lines.get(name);
      shown?.strokes.draw(this.programs.strokes, multiply(view, shown.strokes.matrix), projection, { width, height },
        { colour, width: wide * density, lift, fade: shown.lines.fade });
    };
    drawLines("grid", [...line, GRID.opacity], GRID.width);
    if (camera.isAbove(model.bounds.min[1])) this.drawShadow(model, view, projection, camera.radius, shadow);
    this.drawSurface(view, projection, wires);
    if (wires) this.drawWires(model, view, projection, ink);
    gl.disable(gl.DEPTH_TEST);
    drawLines("marks", [...mark, MARK.behind], MARK.width);
    gl.enable(gl.DEPTH_TEST);
    drawLines("marks", [...mark, MARK.opacity], MARK.width, MARK.lift);
    gl.bindVertexArray(null);
  }

  /** @type {(model: Model, view: Matrix, projection: Matrix, radius: number, strength: number) =>
   *   void} */
  drawShadow({ bounds: { min, max } }, view, projection, radius, strength) {
    const { gl, programs: { shadow } } = this;
    gl.useProgram(shadow.program);
    gl.uniformMatrix4fv(shadow.uView, false, view);
    gl.uniformMatrix4fv(shadow.uProjection, false, projection);
    // The shadow is a hair below the model, whose underside would otherwise flicker through it.
    gl.uniform3f(shadow.uGround, (min[0] + max[0]) / 2, min[1] - radius * 2e-3, (min[2] + max[2]) / 2);
    gl.uniform2f(shadow.uHalf, (max[0] - min[0]) / 2, (max[2] - min[2]) / 2);
    gl.uniform1f(shadow.uSoft, radius * SOFT);
    gl.uniform1f(shadow.uStrength, strength);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  /** @type {(view: Matrix, projection: Matrix, beneathWires: boolean) => void} */
  drawSurface(view, projection, beneathWires) {
    const { gl, programs: { surface } } = this;
    gl.useProgram(surface.program);
    gl.uniform3f(surface.uUp, view[4], view[5], view[6]);
    if (beneathWires) {
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
    }
    for (const part of this.parts) {
      const { primitive: { colour, blend, normals, places, texture } } = part;
      this.place(surface, part, view, projection);
      gl.uniform4fv(surface.uColour, colour);
      gl.uniform1i(surface.uFlat, normals ? 0 : 1);
      gl.uniform1i(surface.uOpaque, blend ? 0 : 1);
      const shown = places && texture ? this.textures.get(texture) ?? null : null;
      gl.uniform1i(surface.uTextured, shown ? 1 : 0);
      gl.bindTexture(gl.TEXTURE_2D, shown);
      gl.depthMask(!blend);
      if (blend) gl.enable(gl.BLEND);
      drawTriangles(gl, part.primitive);
    }
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }

  /** @type {(model: Model, view: Matrix, projection: Matrix, ink: number[]) => void} */
  drawWires(model, view, projection, ink) {
    const { gl, programs: { lines } } = this;
    gl.useProgram(lines.program);
    const [red, green, blue] = ink;
    gl.uniform4f(lines.uColour, red, green, blue,
      Math.min(Math.max(INK.by / Math.sqrt(model.triangles), INK.least), INK.most));
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    for (const part of this.parts) {
      this.place(lines, part, view, projection);
      part.wires ??= wiresOf(gl, part.primitive);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.wires.buffer);
      gl.drawElements(gl.LINES, part.wires.count, gl.UNSIGNED_INT, 0);
      // The binding is part of the vertex array, so it is put back.
      if (part.primitive.indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, part.buffers[part.buffers.length - 1]);
    }
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  /** @type {(program: Program, part: Part, view: Matrix, projection: Matrix) => void} */
  place(program, part, view, projection) {
    const { gl } = this;
    const toEye = multiply(view, part.matrix);
    gl.uniformMatrix4fv(program.uView, false, toEye);
    gl.uniformMatrix4fv(program.uProjection, false, projection);
    gl.uniform3fv(program.uOrigin, part.origin);
    if (program.uNormal) gl.uniformMatrix3fv(program.uNormal, false, unit(forNormals(toEye)));
    gl.bindVertexArray(part.array);
    gl.vertexAttrib4f(PLACES.colours, 1, 1, 1, 1); // where the model has none
  }
}

// The cofactors of a matrix that scales by a thousandth are tiny. Without this they would vanish in
// the shader.
/** @type {(matrix: number[]) => number[]} */
function unit(matrix) {
  const most = Math.max(...matrix.map(Math.abs)) || 1;
  return matrix.map((v) => v / most);
}

/** @type {(gl: WebGL2RenderingContext, primitive: Primitive) => void} */
function drawTriangles(gl, { indices, positions }) {
  if (indices) gl.drawElements(gl.TRIANGLES, indices.count, indices.component, 0);
  else gl.drawArrays(gl.TRIANGLES, 0, positions.count);
}

// The three edges of every triangle, as pairs of indices.
/** @type {(gl: WebGL2RenderingContext, primitive: Primitive) => Wires} */
function wiresOf(gl, { indices, positions }) {
  const corners = (indices ?? positions).count;
  const pairs = new Uint32Array(2 * corners);
  for (let i = 0; i < corners; i += 1) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    pairs[2 * i] = indices ? indices.values[i] : i;
    pairs[2 * i + 1] = indices ? indices.values[next] : next;
  }
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, pairs, gl.STATIC_DRAW);
  return { buffer, count: pairs.length };
}
