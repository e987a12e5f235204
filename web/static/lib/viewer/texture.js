// The pictures that a model shows on its surface: out of the glTF document, and onto the graphics card.

import { entry } from "./accessor.js";

/** @import { Accessors } from "./accessor.js" */

/**
 * A picture, and how it goes on beyond its edges and between its pixels, by the numbers that glTF and WebGL share.
 * @typedef {{ image: ImageBitmap, wrapS: number, wrapT: number, magFilter: number }} Texture
 */

const REPEAT = 10497;
const NEAREST = 9728;
const LINEAR = 9729;
const WRAPS = [REPEAT, 33648, 33071]; // over and over, mirrored, the edge
const MOST_PIXELS = 32 << 20; // of a picture
const MOST_SIDE = 4096; // that phones take; larger pictures are shrunk

/** The textures of materials by their numbers. A picture that cannot be decoded is left out.
 *  @type {(json: Gltf.Document, accessors: Accessors) => Promise<Map<number, Texture>>} */
export async function readTextures(json, accessors) {
  /** @type {Map<number, Texture>} */
  const found = new Map();
  /** @type {Map<unknown, Promise<ImageBitmap | null>>} */
  const images = new Map();
  for (const { pbrMetallicRoughness } of json.materials ?? []) {
    const index = pbrMetallicRoughness?.baseColorTexture?.index;
    if (index === undefined || found.has(index)) continue;
    const { source, sampler } = entry(json.textures, index, "texture");
    const { wrapS = REPEAT, wrapT = REPEAT, magFilter = LINEAR } =
      sampler === undefined ? {} : entry(json.samplers, sampler, "sampler");
    if (!images.has(source)) images.set(source, decode(entry(json.images, source, "image"), accessors));
    const image = await images.get(source);
    if (!image) continue;
    const known = (/** @type {number} */ wrap) => WRAPS.includes(wrap) ? wrap : REPEAT;
    found.set(index, { image, wrapS: known(wrapS), wrapT: known(wrapT),
      magFilter: magFilter === NEAREST ? NEAREST : LINEAR });
  }
  return found;
}

/** @type {(image: Gltf.Image, accessors: Accessors) => Promise<ImageBitmap | null>} */
async function decode({ bufferView, mimeType }, accessors) {
  if (bufferView === undefined) return null;
  const { bytes } = accessors.view(bufferView);
  /** @type {ImageBitmapOptions} */
  const plain = { imageOrientation: "none", premultiplyAlpha: "none", colorSpaceConversion: "none" };
  try {
    const whole = await createImageBitmap(new Blob([bytes], { type: mimeType }), plain);
    const { width, height } = whole;
    const side = Math.max(width, height);
    if (side <= MOST_SIDE) return whole;
    if (width * height > MOST_PIXELS) return null;
    const resized = (/** @type {number} */ length) => Math.max(1, Math.round(length * MOST_SIDE / side));
    return await createImageBitmap(whole, { ...plain, resizeWidth: resized(width), resizeHeight: resized(height) });
  } catch {
    return null;
  }
}

/** Puts a picture onto the graphics card, which turns its colours into linear light.
 *  @type {(gl: WebGL2RenderingContext, texture: Texture) => WebGLTexture} */
export function uploadTexture(gl, { image, wrapS, wrapT, magFilter }) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapS);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrapT);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, magFilter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  return made;
}
