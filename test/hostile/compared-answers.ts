import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '@content-service/kernel';
import { HIDDEN } from './copied-site.js';
import type { Read } from './generated-reads.js';

/** An answer without what differs each time. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON is parsed. */
  readonly body: unknown;
}

/** Headers that differ between two answers to the same request, with the reason. */
const VOLATILE_HEADERS: Readonly<Record<string, string>> = {
  date: 'the time of the machine',
  'x-request-id': 'new for each request',
};

/** Members of JSON that differ between two answers to the same request, with the reason. */
const VOLATILE_MEMBERS: readonly { readonly at: string; readonly member: string; readonly why: string }[] = [
  { at: 'errors', member: 'id', why: 'a new id for each error' },
  { at: 'headers', member: 'date', why: 'the time of the machine' },
  { at: 'headers', member: 'x-request-id', why: 'new for each request' },
];

/** Paths whose answers are not compared with the reason; they must not have the marker either. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  '/manage/audit-log': 'has who saved a copy and when, and grows by the reads that are refused',
  '/manage/audit-log/export': 'the same lines',
};

/** Sends reads in the name of one principal. */
export class ReadingPrincipal {
  /** @param authorization none for anonymous readers */
  constructor(
    private readonly url: string,
    readonly authorization?: string,
  ) {}

  async read({ method, path, headers, body }: Read): Promise<Answer> {
    const credentials: Record<string, string> =
      this.authorization === undefined ? {} : { Authorization: this.authorization };
    // The length of a compressed body depends on what is left out of the comparison.
    const identity = { 'Accept-Encoding': 'identity' };
    const init = {
      method,
      headers: { ...identity, ...headers, ...credentials },
      redirect: 'manual' as const,
    };
    const answer = await fetch(this.url + path, body === undefined ? init : { ...init, body });
    const shown = [...answer.headers].filter(([name]) => !(name in VOLATILE_HEADERS));
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    return { status: answer.status, headers: Object.fromEntries(shown), body: parseBody(text) };
  }

  async readAll(reads: readonly Read[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const read of reads) answers.push(await this.read(read));
    return answers;
  }
}

/** The reads whose answers differ, as `GET /api/…: … became …`. */
export function findDisclosures(
  reads: readonly Read[],
  before: readonly Answer[],
  now: readonly Answer[],
): readonly string[] {
  const changed = reads.flatMap((read, n) =>
    read.path.replace(/\?.*/s, '') in NOT_COMPARED || isDeepStrictEqual(now[n], before[n])
      ? []
      : [`${formatRead(read)}: ${JSON.stringify(before[n])} became ${JSON.stringify(now[n])}`],
  );
  return [...changed, ...findMarkers(reads, now)];
}

/** The reads that do not ask for a hidden word, and whose answers have it. */
export function findMarkers(
  reads: readonly Read[],
  answers: readonly Answer[],
  word = HIDDEN,
): readonly string[] {
  // A page links itself, with the words of its query.
  return reads
    .map(formatRead)
    .filter((read, n) => !read.includes(HIDDEN) && JSON.stringify(answers[n]).includes(word));
}

const formatRead = ({ method, path, body = '' }: Read): string =>
  decodeURIComponent(`${method} ${path} ${body}`);

function parseBody(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    return withoutVolatile(JSON.parse(text) as Json);
  } catch {
    // Lines of JSON.
    return text;
  }
}

/** @param at the name of the nearest member around it */
function withoutVolatile(value: Json, at = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutVolatile(item, at));
  // The parts of `/subrequests` have their bodies as text.
  if (typeof value === 'string') return at === 'body' ? parseBody(value) : value;
  if (!isJsonObject(value)) return value;
  const isKept = (name: string): boolean =>
    !VOLATILE_MEMBERS.some((volatile) => volatile.at === at && volatile.member === name);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isKept(name))
      .map(([name, member]) => [name, withoutVolatile(member as Json, name)]),
  );
}
