import { isDeepStrictEqual } from 'node:util';
import {
  type Field,
  getAbsentValue,
  getStatusField,
  isMultiple,
  isReference,
  isRelationship,
  type ResourceType,
} from '@content-service/bundles';
import { escapePointerToken, type Json, type JsonObject, type ProblemList } from '@content-service/kernel';
import { type DraftContext, type EntryDraft, parseDraft } from './entry-draft.js';
import { findScheduleAction } from './entry-schedule.js';
import { InvalidFieldValue } from './entry.errors.js';
import { Entry, formatTarget, type Attributes, type Identifier, type Relationships } from './entry.js';
import type { PointedTarget } from './linkage-values.js';

/** Values take the place of those that an entry has, or are added to its lists, or removed from them. */
export const EDIT_MODES = ['replace', 'add', 'remove'] as const;

/** One change of fields that many entries of a type get. */
export interface EntryEdit {
  readonly mode: (typeof EDIT_MODES)[number];
  readonly data: Pick<EntryDraft, 'attributes' | 'relationships'>;
}

/** The values of some fields of an entry. */
export interface FieldValues {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}

/** An edit whose values are in their stored form. It may be applied when there is no problem and all targets exist. */
export interface ParsedEdit {
  readonly mode: EntryEdit['mode'];
  readonly type: ResourceType;
  readonly values: FieldValues;
  readonly targets: readonly PointedTarget[];
  /** What no entry of the type could be given. */
  readonly problems: ProblemList;
}

/** Parses an edit. Rules that depend on an entry, such as those of published ones, are left to its writes. */
export function parseEdit({ mode, data }: EntryEdit, context: DraftContext): ParsedEdit {
  const { type } = context;
  const draft = { attributes: data.attributes ?? {}, relationships: data.relationships ?? {} };
  // An addition of no value removes none.
  const rules = { ...context, allowMissing: mode !== 'replace' };
  const { attributes, relationships, targets, problems } = parseDraft(draft, createUnknown(type), rules);
  for (const name of Object.keys(draft.attributes))
    if (!type.fields.has(name) && findScheduleAction(name, type) !== undefined)
      problems.add(() => new InvalidFieldValue(`${name} is set for one entry at a time.`, toPointer(name)));
  const fields = [...type.fields.values()].filter(
    ({ name }) => Object.hasOwn(draft.attributes, name) || Object.hasOwn(draft.relationships, name),
  );
  if (mode !== 'replace')
    for (const field of fields.filter((one) => !isMultiple(one)))
      problems.add(
        () =>
          new InvalidFieldValue(
            `${field.name} has one value, which only the mode 'replace' can set.`,
            toPointer(field.name, Object.hasOwn(draft.relationships, field.name)),
          ),
      );
  return { mode, type, values: pickFields({ attributes, relationships }, fields), targets, problems };
}

function toPointer(name: string, isRelationship = false): string {
  return `/data/${isRelationship ? 'relationships' : 'attributes'}/${escapePointerToken(name)}`;
}

/** Stands for any stored entry of a type: required values that the draft does not name are there. */
function createUnknown(type: ResourceType): Entry {
  const metadata = {
    id: '',
    type: type.name,
    created: 0,
    changed: 0,
    version: 1,
    position: 0,
    modelVersion: 1,
  };
  // It was published, so that its publication checks no other fields, and is not, so that they may be empty.
  return Entry.of({ ...metadata, published: true }, { [getStatusField(type.entityType)]: false }, {});
}

function pickFields({ attributes, relationships }: FieldValues, fields: readonly Field[]): FieldValues {
  const [references, others] = [fields.filter(isReference), fields.filter((field) => !isReference(field))];
  return {
    attributes: Object.fromEntries(
      others.map((field) => [field.name, attributes[field.name] ?? getAbsentValue(field)]),
    ),
    relationships: Object.fromEntries(references.map(({ name }) => [name, relationships[name] ?? []])),
  };
}

/** The values that an entry has in the fields of an edit. */
export function pickEdited(entry: FieldValues, { values, type }: ParsedEdit): FieldValues {
  return pickFields(entry, getFields(values, type));
}

/** The values that an edit makes of those that an entry has in its fields. */
export function applyEdit(before: FieldValues, { mode, values }: ParsedEdit): FieldValues {
  if (mode === 'replace') return values;
  const attributes = Object.entries(values.attributes).map(([name, edited]): [string, Json] => [
    name,
    combine(toList(before.attributes[name]), toList(edited), mode, isDeepStrictEqual),
  ]);
  const relationships = Object.entries(values.relationships).map(
    ([name, edited]): [string, readonly Identifier[]] => [
      name,
      combine(before.relationships[name] ?? [], edited, mode, (one, other) => one.id === other.id),
    ],
  );
  return { attributes: Object.fromEntries(attributes), relationships: Object.fromEntries(relationships) };
}

function combine<Value>(
  present: readonly Value[],
  edited: readonly Value[],
  mode: 'add' | 'remove',
  isSame: (one: Value, other: Value) => boolean,
): Value[] {
  const isIn = (value: Value, list: readonly Value[]): boolean => list.some((one) => isSame(one, value));
  return mode === 'remove'
    ? present.filter((value) => !isIn(value, edited))
    : edited.reduce((list, value) => (isIn(value, list) ? list : [...list, value]), [...present]);
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/**
 * The names of the fields that have other values than wanted. What the service adds to `meta` of a target, such as the size of a
 * picture, makes no difference.
 */
export function findUnlike(present: FieldValues, wanted: FieldValues): readonly string[] {
  const attributes = Object.entries(wanted.attributes).filter(
    ([name, value]) => !isDeepStrictEqual(present.attributes[name], value),
  );
  const relationships = Object.entries(wanted.relationships).filter(
    ([name, linkage]) => !isLinkage(present.relationships[name] ?? [], linkage),
  );
  return [...attributes, ...relationships].map(([name]) => name);
}

function isLinkage(present: readonly Identifier[], wanted: readonly Identifier[]): boolean {
  const isTarget = (target: Identifier, other: Identifier): boolean =>
    target.id === other.id && isDeepStrictEqual(pickGivenMeta(target), pickGivenMeta(other));
  return (
    present.length === wanted.length &&
    wanted.every((target, index) => isTarget(present[index] ?? target, target))
  );
}

/** The draft that gives an entry of a type these values. */
export function toValuesDraft(values: FieldValues, type: ResourceType): EntryDraft {
  const attributes: Record<string, Json> = { ...values.attributes };
  const relationships: Record<string, JsonObject> = {};
  for (const field of getFields(values, type)) {
    const linkage = values.relationships[field.name];
    if (linkage === undefined) continue;
    if (isRelationship(field)) {
      const data = linkage.map((target): JsonObject => ({ ...target }));
      relationships[field.name] = { data: isMultiple(field) ? data : (data[0] ?? null) };
    } else attributes[field.name] = formatTarget(values, field);
  }
  return { attributes, relationships };
}

/** The fields that have values; those that the type does not have any more are left out. */
function getFields({ attributes, relationships }: FieldValues, { fields }: ResourceType): readonly Field[] {
  return [...Object.keys(attributes), ...Object.keys(relationships)].flatMap(
    (name) => fields.get(name) ?? [],
  );
}

/** The metadata of a target without what the service adds: the size of an image. */
function pickGivenMeta({ meta = {} }: Identifier): JsonObject {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'width' && name !== 'height'));
}
