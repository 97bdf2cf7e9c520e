/** Where JSON breaks off, for a person to find it. Lines and columns count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** What stands there: a piece of the text in quotes, or `end of text`. */
  readonly found: string;
}

/**
 * Finds the first place where the text stops being JSON (RFC 8259). `JSON.parse` itself tells the place of some faults
 * only, and in words that differ between versions of Node.
 *
 * @param text one that `JSON.parse` refuses
 */
export function findJsonFault(text: string): JsonFault {
  const open: Container[] = [];
  let state: State = 'value';
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at).length;
    const token = match(TOKEN, text, at);
    const next: State | 'after' | undefined = NEXT[state][kindOf(token)];
    if (next === undefined) return faultAt(at, text);
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    state = next === 'after' ? AFTER[open.at(-1) ?? 'nothing'] : next;
    at += token.length;
  }
}

type Container = '{' | '[';
type State = 'value' | 'item' | 'member' | 'name' | 'colon' | 'after item' | 'after member' | 'end';
type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'literal' | 'none';

const VALUE = { '{': 'member', '[': 'item', string: 'after', literal: 'after' } as const;

/** What may follow in each state, and the state that leads to; `after` depends on what the value stands in. */
const NEXT: Readonly<Record<State, Partial<Record<Kind, State | 'after'>>>> = {
  value: VALUE,
  item: { ...VALUE, ']': 'after' },
  member: { string: 'colon', '}': 'after' },
  name: { string: 'colon' },
  colon: { ':': 'value' },
  'after item': { ',': 'value', ']': 'after' },
  'after member': { ',': 'name', '}': 'after' },
  end: {},
};

const AFTER = { '[': 'after item', '{': 'after member', nothing: 'end' } as const;

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON strings must not hold control characters
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function kindOf(token: string): Kind {
  if (token === '') return 'none';
  if (token.startsWith('"')) return 'string';
  return isPunctuation(token) ? token : 'literal';
}

function isPunctuation(token: string): token is '{' | '}' | '[' | ']' | ',' | ':' {
  return '{}[],:'.includes(token);
}

function faultAt(at: number, text: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  const piece = /^[^\r\n]{1,20}/u.exec(text.slice(at))?.[0];
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    found: piece === undefined ? 'end of text' : `'${piece}'`,
  };
}
