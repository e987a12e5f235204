// The OpenAPI document, made handy: references followed, operations in the order of their tags.

const METHODS = ["get", "post", "put", "delete"];

/** Reads a document: {info, tags: [{name, description, operations}], schemas: [names], problems, resolve}. */
export function readSpec(document) {
  const resolve = (node) => follow(document, node);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operation(document, resolve, path, item, method)));
  return {
    info: document.info,
    resolve,
    tags: document.tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.tag === tag.name) })),
    schemas: Object.keys(document.components.schemas).sort(),
    problems: Object.entries(document["x-problems"]).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

function operation(document, resolve, path, item, method) {
  const own = item[method];
  const body = own.requestBody && resolve(own.requestBody);
  return {
    id: own.operationId, method: method.toUpperCase(), path, tag: own.tags[0], summary: own.summary, description: own.description ?? "",
    access: accessOf(own.security ?? document.security),
    parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])].map(resolve),
    body: body && { required: body.required === true, ...contentOf(body) },
    responses: Object.entries(own.responses).map(([status, response]) => responseOf(resolve, status, resolve(response))),
  };
}

function responseOf(resolve, status, response) {
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({ name, ...resolve(header) }));
  return { status, description: response.description, codes: response["x-codes"] ?? [], headers, types: Object.entries(response.content ?? {}) };
}

const contentOf = ({ description, content }) => {
  const [type, media] = Object.entries(content)[0];
  return { description, type, ...media };
};

/** "public", "signedIn", "USER" or "ADMIN", by what an operation asks of a token. */
function accessOf(security) {
  if (security.length === 0) return "public";
  return security[0].bearerAuth?.[0] ?? "signedIn";
}

// A reference may have a description of its own beside it. `name` is what it pointed to.
function follow(document, node) {
  let found = node;
  while (found?.$ref) {
    const { $ref, ...own } = found;
    const steps = $ref.slice(2).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const target = steps.reduce((at, step) => at[step], document);
    found = { refName: steps.at(-1), ...target, ...own };
  }
  return found;
}

/** An example of a schema: its own, or one made from its parts. */
export function exampleOf(schema, resolve, depth = 0) {
  const found = resolve(schema);
  if (found.example !== undefined) return found.example;
  if (found.examples?.length > 0) return found.examples[0];
  if (found.default !== undefined) return found.default;
  if (found.enum) return found.enum[0];
  for (const part of ["allOf", "oneOf", "anyOf"]) if (found[part]) return exampleOf(found[part][0], resolve, depth + 1);
  const type = Array.isArray(found.type) ? found.type[0] : found.type;
  if (type === "object" || found.properties) {
    if (depth > 4) return {};
    return Object.fromEntries(Object.entries(found.properties ?? {}).map(([name, of]) => [name, exampleOf(of, resolve, depth + 1)]));
  }
  if (type === "array") return depth > 4 || !found.items ? [] : [exampleOf(found.items, resolve, depth + 1)];
  return { integer: found.minimum ?? 1, number: found.minimum ?? 1, boolean: true }[type] ?? textOf(found);
}

function textOf({ format, refName }) {
  if (format === "date-time") return "2027-03-01T08:00:00Z";
  if (format === "date") return "2027-03-01";
  return refName ? refName.charAt(0).toLowerCase() + refName.slice(1) : "text";
}
