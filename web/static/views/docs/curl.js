// The curl command of an operation.

import { exampleOf } from "./spec.js";

/** @import { Content, Operation, Resolve } from "./spec.js" */

/** The command, to paste into a shell. It takes the token from the variable TOKEN.
 *  @type {(operation: Operation, resolve: Resolve) => string} */
export function curlOf({ method, path, access, parameters, body, responses }, resolve) {
  const words = [];
  if (method !== "GET") words.push(`-X ${method}`);
  if (access !== "public") words.push('-H "Authorization: Bearer $TOKEN"');
  if (body) words.push(...bodyWords(body, resolve));
  const types = responses.filter(({ status }) => status === "200").flatMap((response) =>
    response.types.map(([type]) => type));
  if (types.length > 0 && !types.some((type) => /json|text|yaml/.test(type))) words.push("-OJ");
  words.push(quote(addressOf(path, parameters, resolve)));
  return `curl ${words.join(" \\\n  ")}`;
}

/** @type {(body: Content, resolve: Resolve) => string[]} */
function bodyWords({ type, example, examples, schema }, resolve) {
  const value = /** @type {Record<string, unknown>} */ (example ?? Object.values(examples ?? {})[0]?.value ??
     exampleOf(schema, resolve));
  if (type !== "multipart/form-data") return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(value))}`];
  const { properties = {} } = resolve(schema);
  return Object.entries(properties).filter(([name]) => value?.[name] !== undefined ||
    isFile(resolve(properties[name]))).map(([name, of]) =>
    `-F ${quote(isFile(resolve(of)) ? `${name}=@${name}` : `${name}=${value[name]}`)}`);
}

// In OpenAPI 3.1 a file in a form is a part without a type, or bytes.
/** @type {(schema: OpenApi.Schema) => boolean} */
const isFile = ({ type, format, contentMediaType }) => type === undefined || format === "binary" ||
  contentMediaType !== undefined;

/** @type {(path: string, parameters: OpenApi.Parameter[], resolve: Resolve) => string} */
function addressOf(path, parameters, resolve) {
  const query = parameters.filter(({ in: where, required }) => where === "query" && required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(sampleOf(parameter, resolve))}`);
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return parameter ? encodeURIComponent(sampleOf(parameter, resolve)) : whole;
  });
  return location.origin + filled + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** A value that a parameter may have.
 *  @type {(parameter: OpenApi.Parameter, resolve: Resolve) => string} */
export const sampleOf = ({ example, schema }, resolve) => String(example ?? exampleOf(schema, resolve));

/** @type {(text: string) => string} */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
