import {
  type BundleDefinition,
  ENTITY_TYPES,
  getStatusField,
  type Field,
  FIELD_TYPES,
  type FieldTypeName,
  type FormDisplay,
  type FormRegion,
  pickFormHints,
} from '@content-service/bundles';
import {
  findExcessiveNesting,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  NESTING_MAXIMUM,
  type Uuid,
} from '@content-service/kernel';
import type { Menu } from '@content-service/site-settings';

/** Format name in the header line. */
export const SITE_FORMAT = 'content-service/site@1';

/** One line of a site package. */
export type SiteLine =
  | HeaderLine
  | MenuLine
  | EntityTypeLine
  | BundleLine
  | UserLine
  | BytesLine
  | EntryLine
  | WorkingCopyLine;

interface HeaderLine {
  readonly kind: 'header';
}

/** A menu of the site, whose links are entries. */
interface MenuLine {
  readonly kind: 'menu';
  readonly menu: Menu;
}

/** The base fields the package was written for; entity types themselves are built in. */
export interface EntityTypeLine {
  readonly kind: 'entityType';
  readonly entityType: string;
  readonly baseFields: readonly string[];
}

export interface BundleLine {
  readonly kind: 'bundle';
  readonly definition: BundleDefinition;
}

/** The public profile of a user, not an account. */
export interface UserLine {
  readonly kind: 'user';
  readonly id: Uuid;
  /** Login name. */
  readonly name: string;
  /** Display name; defaults to the login name. */
  readonly displayName: string;
  readonly published: boolean;
  /** `created` and `changed` in epoch seconds, if present. */
  readonly times: JsonObject;
}

/** A part of the bytes of a file. All parts, in their order, are in front of the line of the entry of the file. */
export interface BytesLine {
  readonly kind: 'bytes';
  readonly id: Uuid;
  /** The number of bytes in the parts before. */
  readonly offset: number;
  readonly data: Buffer;
}

export interface EntryLine {
  readonly kind: 'entry';
  readonly type: string;
  readonly id: Uuid;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
}

/** The members of a working copy. The line is behind those of all entries. */
export interface WorkingCopyLine extends Omit<EntryLine, 'kind'> {
  readonly kind: 'workingCopy';
}

/** An entry line and its number. */
export interface NumberedLine {
  readonly number: number;
  readonly line: EntryLine | UserLine;
  /** Sentences about members that were left out because they cannot be stored. */
  readonly warnings?: readonly string[];
}

/** A malformed line; the importer adds its number. */
export class UnreadableLine extends Error {}

/** @throws UnreadableLine */
export function parseSiteLine(text: string): SiteLine {
  const line = parseObject(text);
  const kind = getText(line, 'kind');
  const parse = Object.hasOwn(PARSERS, kind) ? PARSERS[kind] : undefined;
  if (parse === undefined) throw new UnreadableLine(`Unknown kind '${kind}'. Known: ${KINDS}.`);
  return parse(line);
}

const PARSERS: Readonly<Record<string, (line: JsonObject) => SiteLine>> = {
  header: (line) => {
    const format = getText(line, 'format');
    if (format !== SITE_FORMAT)
      throw new UnreadableLine(`The format is '${format}'; this service reads '${SITE_FORMAT}'.`);
    return { kind: 'header' };
  },
  menu: (line) => {
    const description = getOptionalText(line, 'description');
    const menu = { name: getText(line, 'name'), label: getText(line, 'label') };
    return { kind: 'menu', menu: description === undefined ? menu : { ...menu, description } };
  },
  entityType: (line) => ({
    kind: 'entityType',
    entityType: getText(line, 'entityType'),
    baseFields: getList(line, 'baseFields').map((field) => getText(field, 'name')),
  }),
  bundle: (line) => ({
    kind: 'bundle',
    definition: {
      entityType: getText(line, 'entityType'),
      bundle: getText(line, 'bundle'),
      label: getText(line, 'label'),
      ...(line['description'] === undefined ? {} : { description: getText(line, 'description') }),
      fields: getList(line, 'fields').map(toField),
    },
  }),
  user: (line) => {
    const name = getText(line, 'name');
    const { created, changed } = line;
    return {
      kind: 'user',
      id: getUuid(line),
      name,
      displayName: line['display_name'] === undefined ? name : getText(line, 'display_name'),
      published: line['published'] !== false,
      times: { ...(created === undefined ? {} : { created }), ...(changed === undefined ? {} : { changed }) },
    };
  },
  bytes: (line) => ({
    kind: 'bytes',
    id: getUuid(line),
    offset: getWholeNumber(line, 'offset', 0),
    data: getBase64(line, 'data'),
  }),
  entry: (line) => {
    const resource = getObject(line, 'resource');
    const attributes = getObject(resource, 'attributes', {});
    const type = getText(resource, 'type');
    const { published } = line;
    return {
      kind: 'entry',
      type,
      id: getUuid(resource),
      attributes:
        typeof published === 'boolean' ? { [findStatusField(type)]: published, ...attributes } : attributes,
      relationships: getObject(resource, 'relationships', {}),
    };
  },
  workingCopy: (line) => {
    const resource = getObject(line, 'resource');
    return {
      kind: 'workingCopy',
      type: getText(resource, 'type'),
      id: getUuid(resource),
      attributes: getObject(resource, 'attributes', {}),
      relationships: getObject(resource, 'relationships', {}),
    };
  },
};

/** The name of the field that says whether an entry of a type is published. */
function findStatusField(type: string): string {
  const entityType = ENTITY_TYPES.find(({ name }) => type.startsWith(`${name}--`));
  return entityType === undefined ? 'status' : getStatusField(entityType);
}

const KINDS = Object.keys(PARSERS).join(', ');

function toField(line: JsonObject): Field {
  const type = getText(line, 'type');
  const name = getText(line, 'name');
  if (!Object.hasOwn(FIELD_TYPES, type))
    throw new UnreadableLine(`The field '${name}' has the unknown type '${type}'.`);
  return {
    name,
    type: type as FieldTypeName,
    label: line['label'] === undefined ? name : getText(line, 'label'),
    cardinality: getWholeNumber(line, 'cardinality', 1),
    required: line['required'] === true,
    settings: getObject(line, 'settings', {}),
    ...pickFormHints({
      description: getOptionalText(line, 'description'),
      placeholder: getOptionalText(line, 'placeholder'),
      defaultValue: line['defaultValue'],
      formDisplay: line['formDisplay'] === undefined ? undefined : toFormDisplay(line),
    }),
  };
}

function toFormDisplay(line: JsonObject): FormDisplay {
  const display = getObject(line, 'formDisplay');
  const [group, region] = [getOptionalText(display, 'group'), getOptionalText(display, 'region')];
  return {
    ...(group !== undefined && { group }),
    // Validated with the definition.
    ...(region !== undefined && { region: region as FormRegion }),
  };
}

function parseObject(text: string): JsonObject {
  if (findExcessiveNesting(text) !== undefined)
    throw new UnreadableLine(`This nests deeper than ${NESTING_MAXIMUM} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableLine('This is not JSON.');
  }
  if (!isJsonObject(value)) throw new UnreadableLine('This is not a JSON object.');
  return value;
}

function getText(line: JsonObject, name: string): string {
  const value = line[name];
  if (typeof value !== 'string' || value === '')
    throw new UnreadableLine(`The member '${name}' must be text.`);
  return value;
}

function getWholeNumber(line: JsonObject, name: string, otherwise: number): number {
  const value = line[name] ?? otherwise;
  if (!Number.isSafeInteger(value)) throw new UnreadableLine(`The member '${name}' must be a whole number.`);
  return value as number;
}

/** RFC 4648 §4. */
function getBase64(line: JsonObject, name: string): Buffer {
  const value = line[name];
  if (
    typeof value === 'string' &&
    value.length % 4 === 0 &&
    /^[\w+/]*={0,2}$/.test(value) &&
    !value.includes('_')
  )
    return Buffer.from(value, 'base64');
  throw new UnreadableLine(`The member '${name}' must be base64.`);
}

function getOptionalText(line: JsonObject, name: string): string | undefined {
  return line[name] === undefined ? undefined : getText(line, name);
}

function getUuid(line: JsonObject): Uuid {
  const id = getText(line, 'id').toLowerCase();
  if (!isUuid(id)) throw new UnreadableLine("The member 'id' must be a UUID.");
  return id;
}

function getObject(line: JsonObject, name: string, absent?: JsonObject): JsonObject {
  const value: Json | undefined = line[name] ?? absent;
  // PHP encodes an empty object as an empty list.
  if (Array.isArray(value) && value.length === 0) return {};
  if (!isJsonObject(value)) throw new UnreadableLine(`The member '${name}' must be an object.`);
  return value;
}

function getList(line: JsonObject, name: string): readonly JsonObject[] {
  const value = line[name] ?? [];
  if (!Array.isArray(value) || !value.every(isJsonObject))
    throw new UnreadableLine(`The member '${name}' must be a list of objects.`);
  return value;
}
