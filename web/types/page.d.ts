// What the modules of the pages hand to each other, for the type checker alone: pages do not load it.

/** The texts of a part of the words, by key: a text, or one for each plural form. */
type Texts = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** What h() takes as a child: what is empty is left out. */
type Child = Node | string | number | false | null | undefined | readonly Child[];

/** The listeners of an element, by the type of the event. */
type Listeners<Target> = {
  [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type] & { readonly currentTarget: Target }) => unknown;
};

type AttributeValue = string | number | boolean | null | undefined;

type AttributeName =
  | `aria-${string}` | "accept" | "alt" | "autocapitalize" | "autocomplete" | "autofocus" | "capture" | "checked" | "class" | "datetime" | "dir" | "disabled"
  | "download" | "for" | "height" | "hidden" | "href" | "id" | "inputmode" | "lang" | "max" | "maxlength" | "min" | "multiple"
  | "name" | "novalidate" | "open" | "placeholder" | "readonly" | "rel" | "required" | "role" | "rows" | "scope" | "selected"
  | "colspan" | "spellcheck" | "src" | "step" | "tabindex" | "title" | "type" | "value" | "width" | "target";

/** The attributes of an element. */
type Attributes<Target> = { [Name in AttributeName]?: AttributeValue } & { on?: Listeners<Target> };

type Shown = HTMLElement | undefined;

/** Makes what a route shows; the signal aborts when the view is left. A view that redirects answers nothing. */
type View = (signal: AbortSignal) => Shown | Promise<Shown>;

/** A session as the page keeps it: byKey says that a slip or a link opened it, keyNumber is that of the slip, and code is
 *  what the code of a slip gives in its assembly, 32 bytes as base64. */
type KeptSession = Api.Session & { byKey?: boolean, keyNumber?: string, code?: string };

/** Why the session changed; see lib/session.js. */
type SessionReason = "begun" | "renewed" | "changed" | "signed-out" | "expired";

/** A field of a form; see lib/fields.js. */
interface Field<Name extends string = string, Value = unknown> {
  name: Name;
  /** Further names under which the API may speak of it. */
  aliases: string[];
  label: string;
  /** Whether it is never kept in a draft. */
  secret?: boolean;
  /** What takes the focus when something is wrong with it. */
  focusable: HTMLElement;
  node: HTMLElement;
  value(): Value;
  /** Fills it; a field without this is never kept in a draft. */
  set?(value: Value | undefined): void;
  /** Says what is wrong with its value, or "". */
  check(): string;
  showError(message: string): void;
}

/** A field that is an input with a hint above it. */
interface InputField<Name extends string = string, Input = HTMLInputElement> extends Field<Name, string> {
  input: Input;
  set(value: string | undefined): void;
  /** Puts text or nodes in the place of the hint. */
  setHint(...content: Child[]): void;
}

/** The values of fields, by their names. */
type ValuesOf<Fields extends readonly Field[]> = { [F in Fields[number] as F["name"]]: ReturnType<F["value"]> };

/** The Barcode Detection API, where the browser has it. */
declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

/** Bytes in memory of their own, as the browser's functions take them. */
type Bytes = Uint8Array<ArrayBuffer>;

/** What the control of a question gets: the question, the paper that it marks, and what to call afterwards. */
interface QuestionFrame {
  question: Api.Question;
  paper: import("../static/lib/paper.js").Paper;
  signal: AbortSignal;
  /** Marks have changed; `said` is for screen readers. */
  changed(said?: string): void;
  /** Says why nothing has changed, beside the control that was pressed. */
  refuse(words: string, pressed: HTMLElement): void;
}

/** Makes the control of a question; see views/voter/question/. */
type Control = (frame: QuestionFrame) => HTMLElement;
