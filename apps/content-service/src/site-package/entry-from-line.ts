import {
  type ContentModel,
  FIELD_TYPES,
  InvalidValue,
  isScriptUri,
  type ResourceType,
  type TextFormatter,
} from '@content-service/bundles';
import {
  type MonotonicPositionGenerator,
  type EntryDraft,
  parseDraft,
  Entry,
  type PointedTarget,
  type ScheduleChange,
} from '@content-service/entries';
import {
  type Clock,
  DomainError,
  formatDateTime,
  type Json,
  AggregateDomainError,
  isJsonObject,
  parseDateTime,
  type Uuid,
} from '@content-service/kernel';
import type { EntryLine, UserLine } from './site-line.js';

/** An entry line and its number. */
export interface NumberedLine {
  readonly number: number;
  readonly line: EntryLine | UserLine;
}

/** The entry of a line, before its targets are checked. */
export interface ImportedEntry {
  readonly number: number;
  readonly entry: Entry;
  readonly targets: readonly PointedTarget[];
  /** Absent when the line schedules nothing. */
  readonly schedule?: ScheduleChange | undefined;
  /** Why the path alias of the line was left out. */
  readonly refusedAlias?: string | undefined;
  /** The attribute `changed` of a stored entry that the line changes; absent when the line has its own. */
  readonly changedAt?: number;
}

export interface LineContext {
  readonly model: ContentModel;
  readonly formatter: TextFormatter;
  readonly clock: Clock;
  readonly stamp: MonotonicPositionGenerator;
  /** The positions of new entries that have one already, by id. */
  readonly positions?: ReadonlyMap<Uuid, number>;
  /** Whether required values may be missing. */
  readonly allowMissing: boolean;
}

/**
 * Converts a line to an entry: a new one, or `previous` with the values of the line. `processed` of formatted text is
 * computed; timestamps are kept. A line without `changed` that changes an entry sets it to the present. A path alias that
 * is refused is left out, since the entry is worth more than its address.
 *
 * @throws DomainError with every error of the line
 */
export function toImportedEntry(
  { number, line }: NumberedLine,
  previous: Entry | undefined,
  context: LineContext,
): ImportedEntry {
  const type = getType(line, context.model);
  if (previous !== undefined && previous.type !== type.name)
    throw new LineRefused(`The id ${line.id} belongs to a ${previous.type} already.`);
  const now = context.clock.now();
  const refusedAlias = line.kind === 'user' ? undefined : findRefusedAlias(line, type, context);
  const draft = line.kind === 'user' ? toProfileDraft(line) : toDraft(line, refusedAlias);
  const checked = parseDraft(draft, previous, {
    ...context,
    type,
    now: formatDateTime(now),
    allowReadOnly: true,
  });
  AggregateDomainError.throwIfAny(checked.problems);
  // A backup is restored as it is.
  if (type.entityType.name === 'file' && !context.allowMissing) assertFileUri(checked.attributes['uri']);
  // The login name is a hidden field that drafts cannot set; an import sets it.
  const attributes = line.kind === 'user' ? { ...checked.attributes, name: line.name } : checked.attributes;
  const parseTime = (name: string): number | undefined => {
    const moment = attributes[name];
    return typeof moment === 'string' ? parseDateTime(moment) : undefined;
  };
  const head = {
    id: line.id,
    type: type.name,
    published: attributes['status'] !== false,
    created: parseTime('created') ?? previous?.created ?? now,
    changed: parseTime('changed') ?? now,
    version: (previous?.version ?? 0) + 1,
    position: previous?.position ?? context.positions?.get(line.id) ?? context.stamp.next(),
    modelVersion: context.model.version,
  };
  const { relationships, targets, schedule } = checked;
  return {
    number,
    entry: Entry.of(head, attributes, relationships),
    targets,
    schedule,
    refusedAlias,
    ...(draft.attributes?.['changed'] === undefined && type.fields.has('changed') ? { changedAt: now } : {}),
  };
}

/** @param changed epoch seconds */
export function withChanged(entry: Entry, changed: number): Entry {
  const { id, type, published, created, version, position, modelVersion } = entry;
  const metadata = { id, type, published, created, changed, version, position, modelVersion };
  return Entry.of(metadata, { ...entry.attributes, changed: formatDateTime(changed) }, entry.relationships);
}

/** Whether `wanted` equals the stored entry apart from version numbers. */
export function hasSameContent(wanted: Entry, stored: Entry): boolean {
  return (
    wanted.attributesText === stored.attributesText && wanted.relationshipsText === stored.relationshipsText
  );
}

/** Files have URIs of any scheme, such as `public:`, and paths. @throws LineRefused for one that executes code */
function assertFileUri(uri: Json | undefined): void {
  if (typeof uri === 'string' && isScriptUri(uri))
    throw new LineRefused(`The URI of a file must not execute code, got '${uri.slice(0, 100)}'.`);
}

/** A well-formed line that cannot be imported. */
export class LineRefused extends DomainError {
  constructor(message: string) {
    super('line_refused', message);
  }
}

function getType(line: EntryLine | UserLine, model: ContentModel): ResourceType {
  const name = line.kind === 'user' ? 'user--user' : line.type;
  const type = model.find(name);
  if (type === undefined) throw new LineRefused(`There is no resource type '${name}'.`);
  return type;
}

/** Why the path alias of a line is refused; `undefined` when it is not, or the line has none. */
function findRefusedAlias(
  { attributes: { path } }: EntryLine,
  type: ResourceType,
  context: LineContext,
): string | undefined {
  const field = type.fields.get('path');
  const alias = isJsonObject(path) ? path['alias'] : path;
  if (field === undefined || typeof alias !== 'string') return undefined;
  try {
    FIELD_TYPES.path.parse(alias, field, context);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidValue) return error.message;
    throw error;
  }
}

function toDraft(line: EntryLine, refusedAlias: string | undefined): EntryDraft {
  if (refusedAlias === undefined) return line;
  const attributes = Object.entries(line.attributes).filter(([name]) => name !== 'path');
  return { ...line, attributes: Object.fromEntries(attributes) };
}

function toProfileDraft({
  displayName,
  published,
  times,
}: UserLine): Pick<EntryLine, 'attributes' | 'relationships'> {
  return {
    attributes: { display_name: displayName, status: published, ...times },
    relationships: {},
  };
}
