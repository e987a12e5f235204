// The client of the API: one place that adds the token, reads problem+json and tells the kinds of failure apart.

import { current, end } from "./session.js";

const PATIENCE = 30_000; // milliseconds before an answer is given up

/** A request that did not succeed. `code` is the API's own, or "unreachable" when no answer came. */
export class ApiError extends Error {
  constructor({ status = 0, code, title, detail, errors = [], requestId, retryAfter }) {
    super(detail || title || code);
    this.status = status;
    this.code = code;
    this.fields = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** GET, answering the decoded JSON. */
export async function get(path, signal) {
  return (await request("GET", path, { signal })).json();
}

/** POST of a JSON body, answering the decoded JSON. */
export async function post(path, body, signal) {
  return (await request("POST", path, { signal, body: JSON.stringify(body) })).json();
}

/** GET of an image, answering a Blob. */
export async function image(path, signal) {
  return (await request("GET", path, { signal, accept: "image/*" })).blob();
}

async function request(method, path, { signal, body, accept = "application/json" }) {
  // Photo addresses come in answers: the token goes to the API of this origin and nowhere else.
  if (!path.startsWith("/api/")) throw new TypeError(`not a path of the API: ${path}`);
  const session = current();
  const headers = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (session) headers.Authorization = `Bearer ${session.token}`;

  const response = await send(path, { method, headers, body, credentials: "omit", redirect: "error" }, signal);
  if (response.ok) return response;
  const error = await problemOf(response);
  if (response.status === 401 && session && session === current()) end("expired");
  throw error;
}

async function send(path, options, signal) {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const timer = setTimeout(abort, PATIENCE);
  if (signal) {
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  }
  try {
    return await fetch(path, { ...options, signal: giveUp.signal });
  } catch {
    throw new ApiError({ code: "unreachable" });
  } finally {
    clearTimeout(timer);
    if (signal) signal.removeEventListener("abort", abort);
  }
}

async function problemOf(response) {
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // Not an answer of the API: a proxy in between, perhaps. The status has to do.
  }
  return new ApiError({
    ...problem,
    status: response.status,
    code: problem.code || "unexpected",
    requestId: problem.requestId || response.headers.get("X-Request-Id"),
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  });
}
