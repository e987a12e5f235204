// What the viewer reads of a glTF 2.0 document, for the type checker alone. A file may hold anything
// in its place: the viewer checks what it uses.

declare namespace Gltf {
  interface Document {
    asset?: { version?: string }; extensionsRequired?: string[]; scene?: number; scenes?: { nodes?: number[] }[];
    nodes?: Node[]; meshes?: Mesh[]; materials?: Material[]; accessors?: Accessor[]; bufferViews?: BufferView[];
    buffers?: Buffer[]; textures?: Texture[]; images?: Image[]; samplers?: Sampler[];
  }
  interface Texture { source?: number; sampler?: number }
  interface Image { bufferView?: number; mimeType?: string }
  interface Sampler { wrapS?: number; wrapT?: number; magFilter?: number }
  interface Node {
    mesh?: number; children?: number[]; matrix?: number[]; translation?: number[]; rotation?: number[]; scale?: number[];
  }
  interface Mesh { primitives?: Primitive[] }
  interface Primitive { attributes?: Record<string, number>; indices?: number; material?: number; mode?: number }
  interface Material {
    pbrMetallicRoughness?: { baseColorFactor?: number[]; baseColorTexture?: { index?: number; texCoord?: number } };
    alphaMode?: string;
  }
  interface Accessor {
    componentType: number; type: string; normalized?: boolean; sparse?: object; bufferView?: number; count?: number;
    byteOffset?: number;
  }
  interface BufferView {
    buffer: number; byteOffset?: number; byteLength?: number; byteStride?: number;
    extensions?: { EXT_meshopt_compression?: Packed };
  }
  interface Packed {
    buffer: number; byteOffset?: number; byteLength?: number; byteStride?: number; count?: number; mode: string; filter?: string;
  }
  interface Buffer {
    uri?: string; byteLength: number; extensions?: { EXT_meshopt_compression?: { fallback?: boolean } };
  }
}
