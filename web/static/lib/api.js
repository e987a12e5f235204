// The client of the API: one place that adds the token, reads problem+json and tells the kinds of failure apart.
//
// A request that the server refuses because the session has expired waits while the person signs in again, and is then
// repeated: who asked never knows. When they do not sign in, the session ends and the request fails as it did.

import { current, end } from "./session.js";

const PATIENCE = 30_000; // milliseconds before an answer is given up
const LONG_PATIENCE = 300_000; // the same once an upload is through: the server may have much to do with it

/** A request that did not succeed. `code` is the API's own, or "unreachable" when no answer came. */
export class ApiError extends Error {
  constructor({ status = 0, code, title, detail, error, errors = [], params = {}, requestId, retryAfter }) {
    super(detail || error || title || code);
    this.status = status;
    this.code = code;
    this.fields = errors;
    this.params = params;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

let renew = async () => false;

/** Says how to sign in again over the page: an async function that answers whether there is a new session. */
export function onExpiry(signInAgain) {
  renew = signInAgain;
}

/** GET, answering the decoded JSON. */
export async function get(path, signal) {
  return (await request("GET", path, { signal })).json();
}

/** POST of a JSON body, answering the decoded JSON. */
export async function post(path, body, signal) {
  return (await request("POST", path, { signal, body: JSON.stringify(body) })).json();
}

/** POST of a JSON body, answering a file as a Blob. The server may take long to begin. */
export async function postForFile(path, body, signal) {
  return (await request("POST", path, { signal, body: JSON.stringify(body), accept: "*/*", patience: LONG_PATIENCE })).blob();
}

/** PUT of a JSON body, answering the decoded JSON. */
export async function put(path, body, signal) {
  return (await request("PUT", path, { signal, body: JSON.stringify(body) })).json();
}

/** DELETE; it answers nothing. */
export async function del(path, signal) {
  await request("DELETE", path, { signal });
}

/** GET of text. */
export async function text(path, signal) {
  return (await request("GET", path, { signal, accept: "*/*" })).text();
}

/** GET of bytes of any type, answering a Blob. A long file has no time limit. */
export async function blob(path, signal) {
  return (await request("GET", path, { signal, accept: "*/*" })).blob();
}

/** GET of an image, answering a Blob. */
export async function image(path, signal) {
  return (await request("GET", path, { signal, accept: "image/*" })).blob();
}

/** GET of a file that needs the token, saved with the downloads of the browser. */
export async function download(path, name, signal) {
  save(name, await blob(path, signal));
}

/** Saves a Blob, or text, with the downloads of the browser. */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A multipart form of one file, as every upload of the API takes it. */
export function formOf(file, name = "file", more = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  form.append(name, file);
  return form;
}

/**
 * Sends a body (FormData, or a Blob with its type) and answers the decoded JSON. onProgress(share) is told how much of it is
 * through, 0 to 1; at 1 the server is at work.
 */
export async function upload(path, body, { method = "POST", onProgress, signal } = {}) {
  const response = await authorised(path, "application/json", {}, (headers) =>
    transmit(method, path, headers, body, onProgress, signal));
  return response.json();
}

async function request(method, path, { signal, body, accept = "application/json", patience = PATIENCE }) {
  const more = body === undefined ? {} : { "Content-Type": "application/json" };
  return authorised(path, accept, more, (headers) =>
    send(path, { method, headers, body, credentials: "omit", redirect: "error" }, signal, patience));
}

// Does a request with the token, and once more with a new one. attempt(headers) answers a Response.
async function authorised(path, accept, more, attempt) {
  // Addresses come in answers: the token goes to the API of this origin and nowhere else.
  if (!path.startsWith("/api/")) throw new TypeError(`not a path of the API: ${path}`);
  for (let again = false; ; again = true) {
    const session = current();
    const headers = { Accept: accept, ...more };
    if (session) headers.Authorization = `Bearer ${session.token}`;
    const response = await attempt(headers);
    if (response.ok) return response;
    const error = await problemOf(response);
    const expired = session && response.status === 401 && error.code.startsWith("token_");
    if (!expired) throw error;
    // Another request may have renewed the session while this one was on its way.
    const renewed = current() && current().token !== session.token;
    if (!again && (renewed || await renew())) continue;
    if (session === current()) end("expired");
    throw error;
  }
}

async function send(path, options, signal, patience) {
  const giveUp = new AbortController();
  const abort = () => giveUp.abort();
  const timer = setTimeout(abort, patience);
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

// fetch tells nothing of an upload's progress, so that one way of sending is the older one.
function transmit(method, path, headers, body, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    const fail = () => reject(new ApiError({ code: "unreachable" }));
    let timer;
    call.open(method, path);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.responseType = "blob";
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    call.upload.onload = () => {
      onProgress?.(1);
      timer = setTimeout(abort, LONG_PATIENCE);
    };
    call.onload = () => resolve(new Response(call.response, {
      status: call.status,
      headers: ["Retry-After", "X-Request-Id"].map((name) => [name, call.getResponseHeader(name) ?? ""]),
    }));
    call.onerror = fail;
    call.onabort = fail;
    call.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) fail();
    else call.send(body);
  });
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
