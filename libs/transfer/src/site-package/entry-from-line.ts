import {
  type ContentModel,
  FIELD_TYPES,
  FILE_TYPE,
  getStatusField,
  InvalidValue,
  isScriptUri,
  type ResourceType,
  type TextFormatter,
} from '@content-service/bundles';
import {
  type MonotonicPositionGenerator,
  type DraftContext,
  type EntryDraft,
  type ParsedDraft,
  parseDraft,
  Entry,
  isPublished,
  type PointedTarget,
  type ScheduleChange,
  toReturningVersion,
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
import { findMembers, formatLeftOut, withoutMembers } from './refused-members.js';
import type { EntryLine, NumberedLine, UserLine } from './site-line.js';

/** The entry of a line, before its targets are checked. */
export interface ImportedEntry {
  readonly number: number;
  readonly entry: Entry;
  readonly targets: readonly PointedTarget[];
  /** Absent when the line schedules nothing. */
  readonly schedule?: ScheduleChange | undefined;
  /** Sentences about members that were left out of the line, with the reason. */
  readonly warnings: readonly string[];
  /** The attribute `changed` of a stored entry that the line changes; absent when the line has its own. */
  readonly changedAt?: number;
}

export interface LineContext {
  readonly model: ContentModel;
  readonly formatter: TextFormatter;
  readonly clock: Clock;
  readonly stamp: MonotonicPositionGenerator;
  /** The names of the menus that links may be in; without it every name is accepted. */
  readonly menus?: readonly string[] | undefined;
  /** The positions of new entries that have one already, by id. */
  readonly positions?: ReadonlyMap<Uuid, number>;
  /** Allows that required values are missing. */
  readonly allowMissing: boolean;
  /** Leaves out a value that is refused with a warning, instead of its whole line. */
  readonly leaveOutRefused: boolean;
}

/**
 * Converts a line to an entry: a new one, or `previous` with the values of the line. `processed` of formatted text is
 * computed; timestamps are kept. A line without `changed` that changes an entry sets it to the present. A path alias that
 * is refused is left out, since the entry is worth more than its address.
 *
 * @throws DomainError with every error of the line
 */
export function toImportedEntry(
  { number, line, warnings: before = [] }: NumberedLine,
  previous: Entry | undefined,
  context: LineContext,
): ImportedEntry {
  const type = getType(line, context.model);
  if (previous !== undefined && previous.type !== type.name)
    throw new LineRefused(`The id ${line.id} belongs to a ${previous.type} already.`);
  const now = context.clock.now();
  const warnings = [...before];
  const draftContext = { ...context, type, now: formatDateTime(now), allowReadOnly: true };
  const draft = line.kind === 'user' ? toProfileDraft(line) : toDraft(line, draftContext, warnings);
  const checked = parseLine(draft, previous, draftContext, warnings);
  const attributes = { ...checked.attributes, ...pickHidden(line, type) };
  const parseTime = (name: string): number | undefined => {
    const moment = attributes[name];
    return typeof moment === 'string' ? parseDateTime(moment) : undefined;
  };
  const head = {
    id: line.id,
    type: type.name,
    published: isPublished(attributes, type),
    created: parseTime('created') ?? previous?.created ?? now,
    changed: parseTime('changed') ?? now,
    version: previous === undefined ? toReturningVersion(now) : previous.version + 1,
    position: previous?.position ?? context.positions?.get(line.id) ?? context.stamp.next(),
    modelVersion: context.model.version,
  };
  const { relationships, targets, schedule } = checked;
  return {
    number,
    entry: Entry.of(head, attributes, relationships),
    targets,
    schedule,
    warnings,
    ...(draft.attributes['changed'] === undefined && type.fields.has('changed') ? { changedAt: now } : {}),
  };
}

/** @param changed epoch seconds */
export function withChanged(entry: Entry, changed: number): Entry {
  const metadata = { ...entry.metadata, changed };
  return Entry.of(metadata, { ...entry.attributes, changed: formatDateTime(changed) }, entry.relationships);
}

/** True when `wanted` equals the stored entry apart from version numbers. */
export function hasSameContent(wanted: Entry, stored: Entry): boolean {
  return (
    wanted.attributesText === stored.attributesText && wanted.relationshipsText === stored.relationshipsText
  );
}

/** Files have URIs of any scheme, such as `public:`, and paths, but for those that execute code. */
function findScript(uri: Json | undefined): readonly DomainError[] {
  const parts = isJsonObject(uri) ? Object.values(uri) : [uri];
  const script = parts.find((part) => typeof part === 'string' && isScriptUri(part));
  return typeof script === 'string' ? [new FileUriRefused(script)] : [];
}

/** A well-formed line that cannot be imported. */
export class LineRefused extends DomainError {
  constructor(message: string) {
    super('line_refused', message);
  }
}

class FileUriRefused extends DomainError {
  constructor(uri: string) {
    super('line_refused', `The URI of a file must not execute code, got '${uri.slice(0, 100)}'.`, {
      source: { pointer: '/data/attributes/uri' },
    });
  }
}

function getType(line: EntryLine | UserLine, model: ContentModel): ResourceType {
  const name = line.kind === 'user' ? 'user--user' : line.type;
  const type = model.find(name);
  if (type === undefined) throw new LineRefused(`There is no resource type '${name}'.`);
  return type;
}

/** Why the path alias of a line is refused; `undefined` when it is not, or the line has none. */
function findRefusedAlias({ attributes: { path } }: EntryLine, context: DraftContext): string | undefined {
  const field = context.type.fields.get('path');
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

function toDraft(line: EntryLine, context: DraftContext, warnings: string[]): EntryLine {
  const refusedAlias = findRefusedAlias(line, context);
  if (refusedAlias !== undefined) warnings.push(formatLeftOut('path', refusedAlias));
  const members = [
    ...(refusedAlias === undefined ? [] : ['attributes/path']),
    ...(context.type.name === FILE_TYPE ? ['attributes/temporary'] : []),
  ];
  return members.length === 0 ? line : withoutMembers(line, new Set(members));
}

/** @throws DomainError with every error of the draft that is not left out */
function parseLine(
  draft: EntryDraft,
  previous: Entry | undefined,
  context: DraftContext & LineContext,
  warnings: string[],
): ParsedDraft {
  const checked = parseDraft(draft, previous, context);
  const problems = [...checked.problems.kept];
  // A backup is restored as it is.
  const isFile = context.type.entityType.name === 'file';
  const { leaveOutRefused, allowMissing } = context;
  if (isFile && (leaveOutRefused || !allowMissing) && problems.length === 0)
    problems.push(...findScript(checked.attributes['uri']));
  const refused = leaveOutRefused ? findMembers(draft, problems) : new Map<string, string>();
  if (refused.size === 0) {
    AggregateDomainError.throwIfAny(problems.length > 0 ? problems : checked.problems);
    return checked;
  }
  for (const [member, message] of refused)
    warnings.push(formatLeftOut(member.slice(member.indexOf('/') + 1), message));
  const rest = withoutMembers(draft, new Set(refused.keys()));
  // An entry whose state is not known is not published.
  const status = getStatusField(context.type.entityType);
  const isUnknown = previous === undefined && refused.has(`attributes/${status}`);
  const attributes = isUnknown ? { ...rest.attributes, [status]: false } : rest.attributes;
  return parseLine({ ...rest, attributes }, previous, context, warnings);
}

/** Values of hidden fields, which drafts cannot set, but an import: the login name, and whether nothing has linked a file yet. */
function pickHidden(line: EntryLine | UserLine, type: ResourceType): Readonly<Record<string, Json>> {
  if (line.kind === 'user') return { name: line.name };
  const { temporary } = line.attributes;
  return type.name === FILE_TYPE && typeof temporary === 'boolean' ? { temporary } : {};
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
