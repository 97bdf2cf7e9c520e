import {
  type ContentModel,
  type Field,
  FIELD_TYPES,
  getAbsentValue,
  getTargetTypes,
  InvalidValue,
  isMultiple,
  isReference,
  isRelationship,
  NOW,
  type ResourceType,
  type TextFormatter,
  type ValueContext,
} from '@content-service/bundles';
import {
  escapePointerToken,
  getOwn,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  ProblemList,
  type Uuid,
} from '@content-service/kernel';
import { FieldReadOnly, InvalidFieldValue, RequiredFieldMissing, UnknownField } from './entry.errors.js';
import {
  type Attributes,
  type Entry,
  getValuesMaximum,
  type Identifier,
  type Relationships,
} from './entry.js';
import {
  findScheduleAction,
  parseScheduledTime,
  type ScheduleAction,
  type ScheduleChange,
} from './entry-schedule.js';
import { parseLinkageValue, type PointedTarget, toIdentifier } from './linkage-values.js';
import { findMissingFields } from './required-values.js';

/** The members of a request body that describe an entry, not validated yet. */
export interface EntryDraft {
  /** The client-generated id, a lower-case UUID already. */
  readonly id?: Uuid;
  // Absent when the body has no such member: missing fields are then reported at the resource itself.
  readonly attributes?: JsonObject | undefined;
  /** Relationship objects by field: `{data: …}` when they are valid. */
  readonly relationships?: JsonObject | undefined;
}

export interface DraftContext {
  readonly type: ResourceType;
  readonly model: ContentModel;
  readonly formatter: TextFormatter;
  readonly menus?: ValueContext['menus'];
  /** RFC 3339; the new value of `created` and `changed`. */
  readonly now: string;
  /** Whether read-only fields may be set (by imports). */
  readonly allowReadOnly?: boolean;
  /** Whether required values may be missing (in backups): a stored entry lacks one whose target was deleted. */
  readonly allowMissing?: boolean;
  /** The names of fields whose required values are checked besides those in the draft (of a working copy that is published). */
  readonly checkedFields?: ReadonlySet<string> | undefined;
}

/** The values of an entry after a draft. They may be stored when there is no problem and all targets exist. */
export interface ParsedDraft {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
  /** Absent when the draft schedules nothing. */
  readonly schedule?: ScheduleChange | undefined;
  readonly targets: readonly PointedTarget[];
  readonly problems: ProblemList;
}

const EXAMPLE = '2024-01-31T12:00:00Z';

/** Parses a draft of a new entry (`previous` is `undefined`) or of a change of `previous`. Collects all problems. */
export function parseDraft(
  draft: EntryDraft,
  previous: Entry | undefined,
  context: DraftContext,
): ParsedDraft {
  const { type, allowReadOnly = false, allowMissing = false, checkedFields } = context;
  const problems = new ProblemList();
  const { attributes, schedule } = parseAttributes(
    draft.attributes ?? {},
    previous?.attributes ?? getInitialAttributes(context),
    context,
    problems,
  );
  const { relationships, targets } = parseReferences(draft, previous?.relationships ?? {}, context, problems);
  if (!allowMissing)
    addMissing(
      findMissingFields({ attributes, relationships }, previous, type, getNames(draft, checkedFields)),
      draft,
      problems,
    );
  const isEdit = previous !== undefined && !allowReadOnly;
  return {
    attributes: isEdit ? { ...attributes, ...getChangedTimestamp(context) } : attributes,
    relationships,
    schedule,
    targets,
    problems,
  };
}

/** The attributes of a new entry whose draft has none. */
function getInitialAttributes({ type, now }: DraftContext): Attributes {
  const getInitial = (field: Field): Json =>
    field.initial === NOW ? now : (field.initial ?? getAbsentValue(field));
  return Object.fromEntries(getStoredAttributes(type).map((field) => [field.name, getInitial(field)]));
}

function getChangedTimestamp({ type, now }: DraftContext): Attributes {
  return type.fields.has('changed') ? { changed: now } : {};
}

/**
 * Parses the attributes of a draft and merges them into `previous`: given members replace, others stay. Those that
 * schedule an action are no part of the entry.
 */
function parseAttributes(
  draft: JsonObject,
  previous: Attributes,
  context: DraftContext,
  problems: ProblemList,
): Pick<ParsedDraft, 'attributes' | 'schedule'> {
  const { type, allowReadOnly = false } = context;
  const attributes: Record<string, Json> = {};
  const schedule: Partial<Record<ScheduleAction, number | null>> = {};
  for (const field of getStoredAttributes(type))
    attributes[field.name] = previous[field.name] ?? getAbsentValue(field);
  for (const [name, input] of Object.entries(draft)) {
    const pointer = `/data/attributes/${escapePointerToken(name)}`;
    const field = type.fields.get(name);
    const action = field === undefined ? findScheduleAction(name, type) : undefined;
    if (action !== undefined) {
      const dueAt = parseScheduledTime(input ?? null);
      if (dueAt === undefined)
        problems.add(
          () =>
            new InvalidFieldValue(`${name} must be a date-time such as ${EXAMPLE}, or null.`, pointer, {
              format: 'date-time',
            }),
        );
      else schedule[action] = dueAt;
    } else if (field === undefined || field.hidden === true || isRelationship(field)) {
      problems.add(() => new UnknownField(name, 'attributes', field, type, pointer));
    } else if (!isReference(field)) {
      const value = parseField(input ?? null, field, pointer, context, problems);
      const isKept = field.readOnly === true && !allowReadOnly;
      if (isKept && value !== undefined && JSON.stringify(value) !== JSON.stringify(previous[name]))
        problems.add(() => new FieldReadOnly(name, pointer));
      else if (value !== undefined) attributes[name] = value;
    }
  }
  return Object.keys(schedule).length === 0 ? { attributes } : { attributes, schedule };
}

/** The attributes that are no references. */
function getStoredAttributes({ attributes }: ResourceType): readonly Field[] {
  return attributes.filter((field) => !isReference(field));
}

/** Parses the references of a draft and merges them into `previous`. Does not check whether targets exist. */
function parseReferences(
  draft: EntryDraft,
  previous: Relationships,
  context: DraftContext,
  problems: ProblemList,
): Pick<ParsedDraft, 'relationships' | 'targets'> {
  const { type, model } = context;
  const relationships: Record<string, readonly Identifier[]> = {};
  const targets: PointedTarget[] = [];
  for (const field of type.fields.values())
    if (isReference(field)) relationships[field.name] = previous[field.name] ?? [];
  for (const field of type.attributes) {
    const input = draft.attributes?.[field.name];
    if (!isReference(field) || input === undefined) continue;
    const pointer = `/data/attributes/${escapePointerToken(field.name)}`;
    const before = problems.total;
    const id = parseField(input, field, pointer, context, problems);
    if (problems.total > before) continue;
    const linkage = getTargetTypes(field, type.name).flatMap((target) =>
      typeof id === 'string' && isUuid(id) ? [{ type: target, id, field: field.name, pointer }] : [],
    );
    targets.push(...linkage);
    relationships[field.name] = linkage.map(toIdentifier);
  }
  for (const [name, input] of Object.entries(draft.relationships ?? {})) {
    const pointer = `/data/relationships/${escapePointerToken(name)}`;
    const field = type.fields.get(name);
    if (field === undefined || !isRelationship(field)) {
      problems.add(() => new UnknownField(name, 'relationships', field, type, pointer));
    } else if (!isJsonObject(input) || input['data'] === undefined) {
      problems.add(
        () => new InvalidFieldValue(`${name} must be an object with 'data'.`, pointer, { type: 'object' }),
      );
    } else {
      const before = problems.total;
      const linkage = parseLinkageValue(input['data'], field, type, model, `${pointer}/data`, problems);
      for (const target of linkage) targets.push(target);
      if (problems.total === before) relationships[name] = linkage.map(toIdentifier);
    }
  }
  return { relationships, targets };
}

/** The stored form of the values of one field, or `undefined` when problems were found. */
function parseField(
  input: Json,
  field: Field,
  pointer: string,
  { formatter, menus }: DraftContext,
  problems: ProblemList,
): Json | undefined {
  const before = problems.total;
  const items = toItems(input, field, pointer);
  const maximum = getValuesMaximum(field);
  if (items.length > maximum) {
    const limit = maximum === 1 ? 'one value' : `${maximum} values`;
    const message = `${field.name} can have at most ${limit}, got ${items.length}.`;
    problems.add(() => new InvalidFieldValue(message, pointer, { maxItems: maximum }));
    return undefined;
  }
  const values = items.flatMap((item) => {
    try {
      const value = FIELD_TYPES[field.type].parse(item.value, field, { formatter, menus });
      return value === null ? [] : [value];
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      const { message, at, meta } = error;
      const position = toExistingPointer(item.value, item.pointer, at);
      problems.add(() => new InvalidFieldValue(message, position, meta));
      return [];
    }
  });
  if (problems.total > before) return undefined;
  return isMultiple(field) ? values : (values[0] ?? getAbsentValue(field));
}

/** Treats a scalar as a list of one and `null` as an empty list, and drops `null` members of lists. */
function toItems(input: Json, field: Field, pointer: string): { value: Json; pointer: string }[] {
  if (input === null) return [];
  const isSingleValue = !isMultiple(field) && FIELD_TYPES[field.type].acceptsLists === true;
  if (!Array.isArray(input) || isSingleValue) return [{ value: input, pointer }];
  return (input as readonly Json[])
    .map((value, index) => ({ value, pointer: `${pointer}/${index}` }))
    .filter(({ value }) => value !== null);
}

/** Extends the pointer of an item by the part of `path` whose members exist. */
function toExistingPointer(item: Json, pointer: string, path: readonly string[]): string {
  let [value, existing]: [Json | undefined, string] = [item, pointer];
  for (const name of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) break;
    value = getOwn(value as JsonObject, name);
    if (value === undefined) break;
    existing = `${existing}/${escapePointerToken(name)}`;
  }
  return existing;
}

function getNames(
  { attributes = {}, relationships = {} }: EntryDraft,
  others: Iterable<string> = [],
): ReadonlySet<string> {
  return new Set([...Object.keys(attributes), ...Object.keys(relationships), ...others]);
}

/** Adds an error for each required field without a value, except those that have another problem already. */
function addMissing(fields: readonly Field[], draft: EntryDraft, problems: ProblemList): void {
  const reported = new Set(problems.kept.map(({ source }) => source?.pointer?.split('/')[3]));
  for (const field of fields)
    if (!reported.has(escapePointerToken(field.name)))
      problems.add(() => new RequiredFieldMissing(field.name, findNearestPointer(field, draft)));
}

/**
 * The pointer to the member of a field in the body of a request, or to its nearest ancestor there: pointers lead to values that exist
 * (JSON:API 1.1 «Error Objects»).
 */
export function findNearestPointer(field: Field, draft: EntryDraft): string {
  const name = isRelationship(field) ? 'relationships' : 'attributes';
  const member = draft[name];
  if (member === undefined) return '/data';
  if (!Object.hasOwn(member, field.name)) return `/data/${name}`;
  return `/data/${name}/${escapePointerToken(field.name)}${isRelationship(field) ? '/data' : ''}`;
}
