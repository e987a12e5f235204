// Straight lines that are some pixels wide, which WebGL's own are not: each is a rectangle that faces
// the picture.

import { link } from "./shaders.js";

/** @import { Matrix } from "./matrix.js" */
/** @import { Program } from "./shaders.js" */

/**
 * How lines look: their colour and opacity from 0 to 1, their width in pixels of the picture, and how
 * far they are moved towards the eye, so that they lie on a surface. With `fade`, they vanish at that
 * distance from their origin.
 * @typedef {{ colour: number[], width: number, lift?: number, fade?: number }} Stroke
 */

const FROM = 0;
const TO = 1;
const EACH = 24; // bytes of a line: two points of three floats

const VERTEX = `#version 300 es
layout(location = 0) in vec3 aFrom;
layout(location = 1) in vec3 aTo;
uniform mat4 uView;
uniform mat4 uProjection;
uniform vec2 uPicture;
uniform float uWidth;
uniform float uLift;
out vec3 vPlace;
void main() {
  vec3 near = aFrom;
  vec3 far = aTo;
  mat4 all = uProjection * uView;
  vec4 a = all * vec4(near, 1.0);
  vec4 b = all * vec4(far, 1.0);
  // The end that is behind the eye moves to where the line comes into the picture.
  float before = a.z + a.w;
  float behind = b.z + b.w;
  float cut = before / (before - behind);
  if (before < 0.0 && behind > 0.0) { a = mix(a, b, cut); near = mix(near, far, cut); }
  if (before > 0.0 && behind < 0.0) { b = mix(a, b, cut); far = mix(near, far, cut); }
  vec2 along = (b.xy / b.w - a.xy / a.w) * uPicture;
  along = dot(along, along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float end = float(gl_VertexID >> 1);
  vec4 place = mix(a, b, end);
  vec2 pixels = across * float((gl_VertexID & 1) * 2 - 1) + along * (end * 2.0 - 1.0);
  place.xy += pixels * uWidth / uPicture * place.w;
  place.z -= uLift * place.w;
  vPlace = mix(near, far, end);
  gl_Position = place;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec3 vPlace;
uniform vec4 uColour;
uniform float uFade;
out vec4 colour;
void main() {
  float alpha = uColour.a * (uFade > 0.0 ? 1.0 - smoothstep(0.35 * uFade, uFade, length(vPlace.xz)) : 1.0);
  colour = vec4(uColour.rgb * alpha, alpha);
}`;

/** Lines on the graphics card. */
export class Strokes {
  /**
   * `points` are the two ends of each line, as six numbers, from an origin in the scene.
   * @param {WebGL2RenderingContext} gl
   * @param {Float32Array<ArrayBuffer>} points
   * @param {number[]} origin
   */
  constructor(gl, points, origin) {
    this.gl = gl;
    this.count = points.length / 6;
    this.matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...origin, 1];
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
    for (const place of [FROM, TO]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, EACH, place * EACH / 2);
      gl.vertexAttribDivisor(place, 1);
    }
    gl.bindVertexArray(null);
  }

  /** Frees the memory. */
  free() {
    this.gl.deleteVertexArray(this.array);
    this.gl.deleteBuffer(this.buffer);
  }

  /** Draws the lines. `toEye` leads from their origin to the camera.
   *  @type {(program: Program, toEye: Matrix, projection: Matrix, picture: { width: number,
   *   height: number }, stroke: Stroke) => void} */
  draw(program, toEye, projection, { width, height }, { colour, width: thick, lift = 0, fade = 0 }) {
    const { gl } = this;
    gl.useProgram(program.program);
    gl.uniformMatrix4fv(program.uView, false, toEye);
    gl.uniformMatrix4fv(program.uProjection, false, projection);
    gl.uniform2f(program.uPicture, width, height);
    gl.uniform1f(program.uWidth, thick);
    gl.uniform1f(program.uLift, lift);
    gl.uniform1f(program.uFade, fade);
    gl.uniform4fv(program.uColour, colour);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }
}

/** The program that draws lines.
 *  @type {(gl: WebGL2RenderingContext) => Program} */
export const strokeProgram = (gl) => link(gl, VERTEX, FRAGMENT);
