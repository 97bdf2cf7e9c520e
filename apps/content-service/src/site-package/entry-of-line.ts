import { type ContentModel, type ResourceType, type TextFormatter } from '@content-service/bundles';
import { type CreationStamp, checkDraft, Entry, type NamedTarget } from '@content-service/entries';
import {
  type Clock,
  DomainError,
  formatDateTime,
  Problems,
  secondsOfDateTime,
} from '@content-service/kernel';
import type { EntryLine, UserLine } from './site-line.js';

/** A line about an entry and where it stands. */
export interface NumberedLine {
  readonly number: number;
  readonly line: EntryLine | UserLine;
}

/** An entry as its line wants it; whether the targets exist is not looked at yet. */
export interface WantedEntry {
  readonly number: number;
  readonly entry: Entry;
  readonly targets: readonly NamedTarget[];
}

export interface LineContext {
  readonly model: ContentModel;
  readonly formatter: TextFormatter;
  readonly clock: Clock;
  readonly stamp: CreationStamp;
}

/**
 * The entry a line stands for: a new one, or `previous` with what the line says put over it. `processed` of formatted
 * text is made anew; times are taken as they are.
 *
 * @throws DomainError with everything that is wrong
 */
export function entryOfLine(
  { number, line }: NumberedLine,
  previous: Entry | undefined,
  context: LineContext,
): WantedEntry {
  const type = typeOf(line, context.model);
  if (previous !== undefined && previous.type !== type.name)
    throw new LineRefused(`The id ${line.id} belongs to a ${previous.type} already.`);
  const now = context.clock.now();
  const draft = line.kind === 'user' ? profileDraft(line) : line;
  const checked = checkDraft(draft, previous, {
    ...context,
    type,
    now: formatDateTime(now),
    keepsReadOnly: true,
  });
  Problems.throwAny(checked.problems);
  // The login name is a hidden field: no draft may bring it, an import does.
  const attributes = line.kind === 'user' ? { ...checked.attributes, name: line.name } : checked.attributes;
  const secondsAt = (name: string): number | undefined => {
    const moment = attributes[name];
    return typeof moment === 'string' ? secondsOfDateTime(moment) : undefined;
  };
  const head = {
    id: line.id,
    type: type.name,
    published: attributes['status'] !== false,
    created: secondsAt('created') ?? previous?.created ?? now,
    changed: secondsAt('changed') ?? now,
    version: (previous?.version ?? 0) + 1,
    position: previous?.position ?? context.stamp.next(),
    modelVersion: context.model.version,
  };
  return { number, entry: Entry.of(head, attributes, checked.relationships), targets: checked.targets };
}

/** Whether storing `wanted` would change nothing but numbers that count changes. */
export function saysTheSame(wanted: Entry, stored: Entry): boolean {
  return (
    wanted.attributesText === stored.attributesText && wanted.relationshipsText === stored.relationshipsText
  );
}

/** A line that is readable and cannot be taken over. */
export class LineRefused extends DomainError {
  constructor(message: string) {
    super('line_refused', message);
  }
}

function typeOf(line: EntryLine | UserLine, model: ContentModel): ResourceType {
  const name = line.kind === 'user' ? 'user--user' : line.type;
  const type = model.find(name);
  if (type === undefined) throw new LineRefused(`There is no resource type '${name}'.`);
  return type;
}

function profileDraft({
  displayName,
  published,
  times,
}: UserLine): Pick<EntryLine, 'attributes' | 'relationships'> {
  return {
    attributes: { display_name: displayName, status: published, ...times },
    relationships: {},
  };
}
