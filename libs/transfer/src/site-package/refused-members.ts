import type { EntryDraft } from '@content-service/entries';
import {
  AggregateDomainError,
  type DomainError,
  escapePointerToken,
  type JsonObject,
} from '@content-service/kernel';
import type { NumberedLine } from './site-line.js';

/**
 * The line without the members that an error of the store is about, such as a path alias that another entry has.
 *
 * @returns `undefined` when there are none, so that the line is refused
 */
export function leaveOutRefused(numbered: NumberedLine, error: DomainError): NumberedLine | undefined {
  const { line, warnings = [] } = numbered;
  if (line.kind === 'user') return undefined;
  const problems = error instanceof AggregateDomainError ? error.problems : [error];
  const refused = findMembers(line, problems);
  if (refused.size === 0) return undefined;
  const added = [...refused].map(([member, message]) => formatLeftOut(member.split('/')[1] ?? '', message));
  return {
    ...numbered,
    line: withoutMembers(line, new Set(refused.keys())),
    warnings: [...warnings, ...added],
  };
}

/** The members of a draft that have a problem, such as `attributes/path`, each with the message of its first one. */
export function findMembers(draft: EntryDraft, problems: readonly DomainError[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of ['attributes', 'relationships'] as const)
    for (const name of Object.keys(draft[part] ?? {})) {
      const pointer = `/data/${part}/${escapePointerToken(name)}`;
      const problem = problems.find(({ source }) => `${source?.pointer ?? ''}/`.startsWith(`${pointer}/`));
      if (problem !== undefined) found.set(`${part}/${name}`, problem.message);
    }
  return found;
}

/** The draft without some members. @param members such as `attributes/path` */
export function withoutMembers<Draft extends EntryDraft>(draft: Draft, members: ReadonlySet<string>): Draft {
  const pick = (part: 'attributes' | 'relationships'): JsonObject =>
    Object.fromEntries(Object.entries(draft[part] ?? {}).filter(([name]) => !members.has(`${part}/${name}`)));
  return { ...draft, attributes: pick('attributes'), relationships: pick('relationships') };
}

/** @param name of an attribute or relationship */
export function formatLeftOut(name: string, message: string): string {
  return `${name === 'path' ? 'The path alias' : name} was left out: ${message}`;
}
