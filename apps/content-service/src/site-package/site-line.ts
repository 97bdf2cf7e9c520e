import { type BundleDefinition, type Field, FIELD_TYPES, type FieldTypeName } from '@content-service/bundles';
import { isJsonObject, isUuid, type Json, type JsonObject, type Uuid } from '@content-service/kernel';

/** What the header line must say; a later form of the package would count on. */
export const SITE_FORMAT = 'content-service/site@1';

/** One line of a site package. */
export type SiteLine = HeaderLine | EntityTypeLine | BundleLine | UserLine | EntryLine;

interface HeaderLine {
  readonly kind: 'header';
}

/** Tells which base fields the package was written for; entity types themselves are built in. */
export interface EntityTypeLine {
  readonly kind: 'entityType';
  readonly entityType: string;
  readonly baseFields: readonly string[];
}

export interface BundleLine {
  readonly kind: 'bundle';
  readonly definition: BundleDefinition;
}

/** The public profile of a person; it is no account. */
export interface UserLine {
  readonly kind: 'user';
  readonly id: Uuid;
  /** The login name. */
  readonly name: string;
  /** What others see; the login name when absent. */
  readonly displayName: string;
  readonly published: boolean;
  /** `created` and `changed`, when the package has them. */
  readonly times: JsonObject;
}

export interface EntryLine {
  readonly kind: 'entry';
  readonly type: string;
  readonly id: Uuid;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

/** A line that is not what it should be; the importer adds its number. */
export class UnreadableLine extends Error {}

/** @throws UnreadableLine */
export function parseSiteLine(text: string): SiteLine {
  const line = parseObject(text);
  const kind = textMember(line, 'kind');
  const parse = Object.hasOwn(PARSERS, kind) ? PARSERS[kind] : undefined;
  if (parse === undefined) throw new UnreadableLine(`Unknown kind '${kind}'. Known: ${KINDS}.`);
  return parse(line);
}

const PARSERS: Readonly<Record<string, (line: JsonObject) => SiteLine>> = {
  header: (line) => {
    const format = textMember(line, 'format');
    if (format !== SITE_FORMAT)
      throw new UnreadableLine(`The format is '${format}'; this service reads '${SITE_FORMAT}'.`);
    return { kind: 'header' };
  },
  entityType: (line) => ({
    kind: 'entityType',
    entityType: textMember(line, 'entityType'),
    baseFields: listMember(line, 'baseFields').map((field) => textMember(field, 'name')),
  }),
  bundle: (line) => ({
    kind: 'bundle',
    definition: {
      entityType: textMember(line, 'entityType'),
      bundle: textMember(line, 'bundle'),
      label: textMember(line, 'label'),
      ...(line['description'] === undefined ? {} : { description: textMember(line, 'description') }),
      fields: listMember(line, 'fields').map(toField),
    },
  }),
  user: (line) => {
    const name = textMember(line, 'name');
    const { created, changed } = line;
    return {
      kind: 'user',
      id: uuidMember(line),
      name,
      displayName: line['display_name'] === undefined ? name : textMember(line, 'display_name'),
      published: line['published'] !== false,
      times: { ...(created === undefined ? {} : { created }), ...(changed === undefined ? {} : { changed }) },
    };
  },
  entry: (line) => {
    const resource = objectMember(line, 'resource');
    const attributes = objectMember(resource, 'attributes', {});
    return {
      kind: 'entry',
      type: textMember(resource, 'type'),
      id: uuidMember(resource),
      attributes:
        typeof line['published'] === 'boolean' ? { status: line['published'], ...attributes } : attributes,
      relationships: objectMember(resource, 'relationships', {}),
    };
  },
};

const KINDS = Object.keys(PARSERS).join(', ');

function toField(line: JsonObject): Field {
  const type = textMember(line, 'type');
  const name = textMember(line, 'name');
  if (!Object.hasOwn(FIELD_TYPES, type))
    throw new UnreadableLine(`The field '${name}' has the unknown type '${type}'.`);
  return {
    name,
    type: type as FieldTypeName,
    label: line['label'] === undefined ? name : textMember(line, 'label'),
    cardinality: line['cardinality'] === undefined ? 1 : Number(line['cardinality']),
    required: line['required'] === true,
    settings: objectMember(line, 'settings', {}),
  };
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableLine('This is no JSON.');
  }
  if (!isJsonObject(value)) throw new UnreadableLine('This is no JSON object.');
  return value;
}

function textMember(line: JsonObject, name: string): string {
  const value = line[name];
  if (typeof value !== 'string' || value === '')
    throw new UnreadableLine(`The member '${name}' must be text.`);
  return value;
}

function uuidMember(line: JsonObject): Uuid {
  const id = textMember(line, 'id').toLowerCase();
  if (!isUuid(id)) throw new UnreadableLine("The member 'id' must be a UUID.");
  return id;
}

function objectMember(line: JsonObject, name: string, absent?: JsonObject): JsonObject {
  const value: Json | undefined = line[name] ?? absent;
  // PHP writes an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isJsonObject(value)) throw new UnreadableLine(`The member '${name}' must be an object.`);
  return value;
}

function listMember(line: JsonObject, name: string): readonly JsonObject[] {
  const value = line[name] ?? [];
  if (!Array.isArray(value) || !value.every(isJsonObject))
    throw new UnreadableLine(`The member '${name}' must be a list of objects.`);
  return value;
}
