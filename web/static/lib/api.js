// The client of the API: it adds the token, reads problem+json and tells the kinds of failure
// apart.
//
// When the server refuses a request because the session has expired, the request waits while the
// person signs in again, and is then repeated. Its caller does not notice. If the person does not
// sign in, the session ends and the request fails.

import { current, end } from "./session.js";
import { translated } from "./translated.js";

const PATIENCE = 30_000; // milliseconds until a request without an answer is given up
const LONG_PATIENCE = 300_000; // the same after an upload: the server may have much work with it

/**
 * What is known about a failed request besides the members of a problem.
 * @typedef {{ error?: string, requestId?: string | null, retryAfter?: number }} Told
 */

/**
 * A request that did not succeed. `code` is the API's own, or "unreachable" when no answer came.
 */
export class ApiError extends Error {
  /** @param {Omit<Api.Problem, "requestId"> & Told} problem */
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

/** @typedef {(share: number) => void} Progress */

/** The code of an error that was caught, or "" if it is not an ApiError.
 *  @type {(error: unknown) => string} */
export const codeOf = (error) => (error instanceof ApiError ? error.code : "");

/** What the server says about fields in an error that was caught.
 *  @type {(error: unknown) => Api.FieldError[]} */
export const fieldErrors = (error) => (error instanceof ApiError ? error.fields : []);

let renew = async () => false;

/**
 * Sets the function that asks the person to sign in again. It resolves to whether there is a new
 * session.
 * @type {(signInAgain: () => Promise<boolean>) => void}
 */
export function onExpiry(signInAgain) {
  renew = signInAgain;
}

/** GET of JSON. What voters and readers of the board get is in their language, where it is translated.
 *  @type {<Path extends string>(path: Path, signal?: AbortSignal) => Promise<Api.Got<Path>>} */
export async function get(path, signal) {
  return told(path, await (await request("GET", path, { signal })).json());
}

/** GET of JSON that is asked for again and again. Resolves to null while it is what `etag` names.
 *  @type {<Path extends string>(path: Path, etag: string, signal?: AbortSignal) =>
 *   Promise<{ etag: string, body: Api.Got<Path> } | null>} */
export async function getChanged(path, etag, signal) {
  const response = await request("GET", path, { signal, more: etag ? { "If-None-Match": etag } : {} });
  if (response.status === 304) return null;
  return { etag: response.headers.get("ETag") ?? "", body: told(path, await response.json()) };
}

// Administrators get what they wrote: they change it.
/** @type {<Body>(path: string, body: Body) => Body} */
const told = (path, body) => (path.startsWith("/api/admin/") ? body : translated(body));

/** POST of a JSON body, for JSON.
 *  @type {<Path extends string>(path: Path, body: object, signal?: AbortSignal) =>
 *   Promise<Api.Posted<Path>>} */
export async function post(path, body, signal) {
  return (await request("POST", path, { signal, body: JSON.stringify(body) })).json();
}

/** POST of a JSON body, for a file. The server may take long to begin.
 *  @type {(path: string, body: object, signal?: AbortSignal) => Promise<Blob>} */
export async function postForFile(path, body, signal) {
  return (await request("POST", path,
    { signal, body: JSON.stringify(body), accept: "*/*", patience: LONG_PATIENCE })).blob();
}

/** PUT of a JSON body, for JSON.
 *  @type {<Path extends string>(path: Path, body: object, signal?: AbortSignal) =>
 *   Promise<Api.Put<Path>>} */
export async function put(path, body, signal) {
  return (await request("PUT", path, { signal, body: JSON.stringify(body) })).json();
}

/** DELETE, with a JSON body where the server wants one.
 *  @type {(path: string, signal?: AbortSignal, body?: object) => Promise<void>} */
export async function del(path, signal, body) {
  await request("DELETE", path, { signal, body: body && JSON.stringify(body) });
}

/** PUT of a change of a record in the version that was read, which is its `etag`.
 *  @type {<Path extends string>(path: Path, body: object, etag: string | undefined) => Promise<Api.Put<Path>>} */
export async function putOver(path, body, etag) {
  return (await request("PUT", path, { body: JSON.stringify(body), more: matching(etag) })).json();
}

/** PUT of a change of a record in the version that was read, with the version that it has then.
 *  @type {<Path extends string>(path: Path, body: object, etag: string | undefined) =>
 *   Promise<{ etag: string | undefined, body: Api.Put<Path> }>} */
export async function putVersion(path, body, etag) {
  const response = await request("PUT", path, { body: JSON.stringify(body), more: matching(etag) });
  return { etag: response.headers.get("ETag")?.replaceAll('"', ""), body: await response.json() };
}

/** DELETE of a record in the version that was read.
 *  @type {(path: string, etag: string | undefined) => Promise<void>} */
export async function delOver(path, etag) {
  await request("DELETE", path, { more: matching(etag) });
}

/** @type {(etag: string | undefined) => { "If-Match"?: string }} */
function matching(etag) {
  return etag ? { "If-Match": `"${etag}"` } : {};
}

/** GET of text.
 *  @type {(path: string, signal?: AbortSignal) => Promise<string>} */
export async function text(path, signal) {
  return (await request("GET", path, { signal, accept: "*/*" })).text();
}

/** GET of bytes of any type. A long file has no time limit.
 *  @type {(path: string, signal?: AbortSignal) => Promise<Blob>} */
export async function blob(path, signal) {
  return (await request("GET", path, { signal, accept: "*/*" })).blob();
}

/** GET of a file that needs the token. The browser saves it with its downloads.
 *  @type {(path: string, name: string, signal?: AbortSignal) => Promise<void>} */
export async function download(path, name, signal) {
  save(name, await blob(path, signal));
}

/** Saves a Blob or text with the browser's downloads.
 *  @type {(name: string, content: Blob | string, type?: string) => void} */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A multipart form with one file, as every upload of the API takes it.
 *  @type {(file: Blob, name?: string, more?: Record<string, string>) => FormData} */
export function formOf(file, name = "file", more = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  form.append(name, file);
  return form;
}

/**
 * Sends a body (FormData, or a Blob with its type) and resolves to JSON. It calls onProgress with
 * the share that was sent, from 0 to 1. At 1 the server is at work.
 * @type {<Path extends string>(path: Path, body: FormData | Blob, options?: { method?: string,
 *   onProgress?: Progress, signal?: AbortSignal }) => Promise<Api.Uploaded<Path>>}
 */
export async function upload(path, body, { method = "POST", onProgress, signal } = {}) {
  const response = await authorised(path, "application/json", {}, (headers) =>
    transmit(method, path, headers, body, onProgress, signal));
  return response.json();
}

/** @type {(method: string, path: string, options: { signal?: AbortSignal, body?: string,
 *   accept?: string, patience?: number, more?: Record<string, string> }) => Promise<Response>} */
async function request(method, path, { signal, body, accept = "application/json", patience = PATIENCE, more = {} }) {
  const all = body === undefined ? more : { ...more, "Content-Type": "application/json" };
  return authorised(path, accept, all, (headers) =>
    send(path, { method, headers, body, credentials: "omit", redirect: "error" }, signal, patience));
}

// Makes a request with the token and, if the session has expired, once more with a new one.
/** @type {(path: string, accept: string, more: Record<string, string>,
 *   attempt: (headers: Record<string, string>) => Promise<Response>) => Promise<Response>} */
async function authorised(path, accept, more, attempt) {
  // Some paths come from answers. The token goes to the API of this origin and nowhere else.
  if (!path.startsWith("/api/")) throw new TypeError(`not a path of the API: ${path}`);
  for (let again = false; ; again = true) {
    const session = current();
    /** @type {Record<string, string>} */
    const headers = { Accept: accept, ...more };
    if (session) headers.Authorization = `Bearer ${session.token}`;
    const response = await attempt(headers);
    if (response.ok || response.status === 304) return response;
    const error = await problemOf(response);
    const expired = session && response.status === 401 && error.code.startsWith("token_");
    if (!expired) throw error;
    // Another request may have renewed the session while this one was on its way.
    const now = current();
    if (now?.user.id !== session.user.id) throw error; // the person has signed out, and somebody else may be here
    if (!again && (now.token !== session.token || await renew())) continue;
    if (session === current()) end("expired");
    throw error;
  }
}

/** @type {(path: string, options: RequestInit, signal: AbortSignal | undefined,
 *   patience: number) => Promise<Response>} */
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

// fetch does not report the progress of an upload, so this uses the older XMLHttpRequest.
/** @type {(method: string, path: string, headers: Record<string, string>, body: FormData | Blob,
 *   onProgress?: Progress, signal?: AbortSignal) => Promise<Response>} */
function transmit(method, path, headers, body, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    const fail = () => reject(new ApiError({ code: "unreachable" }));
    /** @type {ReturnType<typeof setTimeout>} */
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
      headers: Object.fromEntries(["Retry-After",
        "X-Request-Id"].map((name) => [name, call.getResponseHeader(name) ?? ""])),
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

/** @type {(response: Response) => Promise<ApiError>} */
async function problemOf(response) {
  /** @type {Partial<Api.Problem>} */
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // This is not an answer of the API: perhaps it is a proxy's. Only the status is known.
  }
  return new ApiError({
    ...problem,
    status: response.status,
    code: problem.code || "unexpected",
    requestId: problem.requestId || response.headers.get("X-Request-Id"),
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  });
}
