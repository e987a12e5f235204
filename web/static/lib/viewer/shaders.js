// The programs of the viewer, in GLSL ES 3.00. Positions are moved by -uOrigin first: a small model
// far from the origin would otherwise lose its detail to the rounding of 32-bit floats.

const SURFACE_VERTEX = `#version 300 es
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aColour;
layout(location = 3) in vec2 aPlace;
uniform mat4 uView;
uniform mat4 uProjection;
uniform mat3 uNormal;
uniform vec3 uOrigin;
out vec3 vPosition;
out vec3 vNormal;
out vec4 vColour;
out vec2 vPlace;
void main() {
  vec4 position = uView * vec4(aPosition - uOrigin, 1.0);
  vPosition = position.xyz;
  vNormal = uNormal * aNormal;
  vColour = aColour;
  vPlace = aPlace;
  gl_Position = uProjection * position;
}`;

// The light comes from above (the sky is brighter than the ground) and over the viewer's shoulder.
// Without normals, a facet's normal is the cross product of how the position changes over the
// picture.
const SURFACE_FRAGMENT = `#version 300 es
precision highp float;
in vec3 vPosition;
in vec3 vNormal;
in vec4 vColour;
in vec2 vPlace;
uniform vec4 uColour;
uniform sampler2D uTexture;
uniform bool uTextured;
uniform vec3 uUp;
uniform bool uFlat;
uniform bool uOpaque;
out vec4 colour;
const vec3 SKY = vec3(0.80, 0.79, 0.80);
const vec3 GROUND = vec3(0.27, 0.22, 0.20);
const vec3 KEY = vec3(0.78, 0.75, 0.70);
const vec3 TOWARDS_KEY = normalize(vec3(0.45, 0.65, 0.75));
void main() {
  vec3 facet = normalize(cross(dFdx(vPosition), dFdy(vPosition)));
  vec3 normal = uFlat || dot(vNormal, vNormal) == 0.0 ? facet : normalize(vNormal);
  if (dot(normal, facet) < 0.0) normal = -normal;
  vec3 eye = normalize(-vPosition);
  vec3 between = normalize(TOWARDS_KEY + eye);
  vec4 shown = texture(uTexture, vPlace);
  vec4 base = uColour * vColour * (uTextured ? shown : vec4(1.0));
  vec3 light = mix(GROUND, SKY, 0.5 + 0.5 * dot(normal, uUp)) * 0.72 + KEY * max(dot(normal, TOWARDS_KEY), 0.0);
  vec3 shine = vec3(0.09) * pow(max(dot(normal, between), 0.0), 24.0);
  vec3 linear = base.rgb * light + shine;
  vec3 bent = linear / (1.0 + 0.18 * linear);
  float alpha = uOpaque ? 1.0 : base.a;
  colour = vec4(pow(clamp(bent, 0.0, 1.0), vec3(1.0 / 2.2)) * alpha, alpha);
}`;

const LINE_FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 uColour;
out vec4 colour;
void main() { colour = vec4(uColour.rgb * uColour.a, uColour.a); }`;

// A rectangle on the ground, as large as the model and the soft edge.
const SHADOW_VERTEX = `#version 300 es
uniform mat4 uView;
uniform mat4 uProjection;
uniform vec3 uGround;
uniform vec2 uHalf;
uniform float uSoft;
out vec2 vPlace;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vPlace = corner * (uHalf + uSoft);
  gl_Position = uProjection * uView * vec4(uGround + vec3(vPlace.x, 0.0, vPlace.y), 1.0);
}`;

const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
in vec2 vPlace;
uniform vec2 uHalf;
uniform float uSoft;
uniform float uStrength;
out vec4 colour;
void main() {
  float radius = min(uHalf.x, uHalf.y) * 0.9;
  vec2 q = abs(vPlace) - uHalf + radius;
  float away = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
  float depth = 1.0 - smoothstep(-uSoft, uSoft, away);
  colour = vec4(0.0, 0.0, 0.0, uStrength * depth * depth);
}`;

/** @typedef {Record<string, WebGLUniformLocation | null> & { program: WebGLProgram }} Program */

/** @type {(gl: WebGL2RenderingContext, type: number, source: string) => WebGLShader} */
function compile(gl, type, source) {
  const shader = /** @type {WebGLShader} */ (gl.createShader(type));
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/** A program from the sources of its two shaders.
 *  @type {(gl: WebGL2RenderingContext, vertex: string, fragment: string) => Program} */
export function link(gl, vertex, fragment) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertex));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragment));
  gl.linkProgram(program);
  // Nothing links in a lost context. The renderer tries again when the context is back.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? "");
  /** @type {Record<string, WebGLUniformLocation | null>} */
  const uniforms = {};
  for (let i = 0; i < (gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0); i += 1) {
    const name = gl.getActiveUniform(program, i)?.name ?? "";
    uniforms[name] = gl.getUniformLocation(program, name);
  }
  return { program, ...uniforms };
}

/** The programs, each with the places of its uniforms by name.
 *  @type {(gl: WebGL2RenderingContext) => { surface: Program, lines: Program, shadow: Program }} */
export function programs(gl) {
  return {
    surface: link(gl, SURFACE_VERTEX, SURFACE_FRAGMENT),
    lines: link(gl, SURFACE_VERTEX, LINE_FRAGMENT),
    shadow: link(gl, SHADOW_VERTEX, SHADOW_FRAGMENT),
  };
}
