// The OpenAPI document in a handy form: operations in the order of their tags, with references that
// can be followed.

const METHODS = /** @type {const} */ (["get", "post", "put", "delete"]);

/**
 * The document in a handy form. Resolve follows a reference.
 * @typedef {<Node extends OpenApi.Referring>(node: Node) => Node} Resolve
 * @typedef {OpenApi.Media & { type: string, description?: string }} Content
 * @typedef {{ status: string, description: string, codes: string[], headers: (OpenApi.Header &
 *   { name: string })[], types: [type: string, media: OpenApi.Media][] }} Answer
 * @typedef {{ id: string, method: string, path: string, tag: string, summary: string,
 *   description: string, access: Access, parameters: OpenApi.Parameter[], body?: Content &
 *   { required: boolean }, responses: Answer[] }} Operation
 * @typedef {{ name: string, description: string, operations: Operation[] }} Tag
 * @typedef {{ info: OpenApi.Document["info"], resolve: Resolve, tags: Tag[], schemas: string[],
 *   problems: [code: string, problem: { status: number, title: string }][] }} Spec
 * @typedef {"public" | "signedIn" | Api.Role} Access
 */

/** Reads a document.
 *  @type {(document: OpenApi.Document) => Spec} */
export function readSpec(document) {
  /** @type {Resolve} */
  const resolve = (node) => follow(document, node);
  const operations = Object.entries(document.paths).flatMap(([path, item]) => METHODS.flatMap((method) => {
    const own = item[method];
    return own ? [operation(document, resolve, path, item.parameters ?? [], method, own)] : [];
  }));
  return {
    info: document.info,
    resolve,
    tags: document.tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.tag === tag.name) })),
    schemas: Object.keys(document.components.schemas).sort(),
    problems: Object.entries(document["x-problems"]).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** @type {(document: OpenApi.Document, resolve: Resolve, path: string, shared: OpenApi.Parameter[],
 *   method: string, own: OpenApi.Operation) => Operation} */
function operation(document, resolve, path, shared, method, own) {
  return {
    id: own.operationId, method: method.toUpperCase(), path, tag: own.tags[0], summary: own.summary,
    description: own.description ?? "",
    access: accessOf(own.security ?? document.security),
    // Few operations are opened, so their references are followed when they are.
    get parameters() { return [...shared, ...(own.parameters ?? [])].map(resolve); },
    get body() {
      const body = own.requestBody && resolve(own.requestBody);
      return body && { required: body.required === true, ...contentOf(body) };
    },
    get responses() {
      return Object.entries(own.responses).flatMap(([status, response]) => (status === "default"
        ? problemsOf(document["x-problems"], response)
        : [responseOf(resolve, status, resolve(response))]));
    },
  };
}

/** @type {(resolve: Resolve, status: string, response: OpenApi.Response) => Answer} */
function responseOf(resolve, status, response) {
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({ name, ...resolve(header) }));
  return { status, description: response.description, codes: [], headers, types: typesOf(response) };
}

/** @type {(response: OpenApi.Response) => Answer["types"]} */
const typesOf = ({ content }) => Object.entries(content ?? {});

/** The problems that an operation answers, by status.
 *  @type {(problems: OpenApi.Document["x-problems"], response: OpenApi.Response) => Answer[]} */
const problemsOf = (problems, response) => Object.entries(response["x-codes"] ?? {}).map(([status, codes]) => ({
  status, codes, headers: [], types: typesOf(response),
  description: codes.length === 1
    ? problems[codes[0]].title
    : codes.map((code) => `\`${code}\`: ${problems[code].title}`).join(" "),
}));

/** @type {(body: OpenApi.Body) => Content} */
const contentOf = ({ description, content }) => {
  const [type, media] = Object.entries(content)[0];
  return { description, type, ...media };
};

/** Who may call an operation.
 *  @type {(security: OpenApi.Security[]) => Access} */
function accessOf(security) {
  if (security.length === 0) return "public";
  return /** @type {Api.Role | undefined} */ (security[0].bearerAuth?.[0]) ?? "signedIn";
}

// A reference may have a description of its own beside it. `refName` is what it pointed to.
/** @type {<Node extends OpenApi.Referring>(document: OpenApi.Document, node: Node) => Node} */
function follow(document, node) {
  let found = node;
  while (found?.$ref) {
    const { $ref, ...own } = found;
    const steps = $ref.slice(2).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const target = steps.reduce((at, step) => at[step], /** @type {any} */ (document));
    found = { refName: steps.at(-1), ...target, ...own };
  }
  return found;
}

/** An example of a schema: its own, or one made from its parts.
 *  @type {(schema: OpenApi.Schema, resolve: Resolve, depth?: number) => unknown} */
export function exampleOf(schema, resolve, depth = 0) {
  const found = resolve(schema);
  if (found.example !== undefined) return found.example;
  if (found.examples && found.examples.length > 0) return found.examples[0];
  if (found.default !== undefined) return found.default;
  if (found.enum) return found.enum[0];
  const part = found.allOf ?? found.oneOf ?? found.anyOf;
  if (part) return exampleOf(part[0], resolve, depth + 1);
  const type = Array.isArray(found.type) ? found.type[0] : found.type;
  if (type === "object" || found.properties) {
    if (depth > 4) return {};
    return Object.fromEntries(Object.entries(found.properties ?? {}).map(([name, of]) =>
      [name, exampleOf(of, resolve, depth + 1)]));
  }
  if (type === "array") return depth > 4 || !found.items ? [] : [exampleOf(found.items, resolve, depth + 1)];
  if (type === "integer" || type === "number") return found.minimum ?? 1;
  return type === "boolean" ? true : textOf(found);
}

/** @type {(schema: OpenApi.Schema) => string} */
function textOf({ format, refName }) {
  if (format === "date-time") return "2027-03-01T08:00:00Z";
  if (format === "date") return "2027-03-01";
  return refName ? refName.charAt(0).toLowerCase() + refName.slice(1) : "text";
}
