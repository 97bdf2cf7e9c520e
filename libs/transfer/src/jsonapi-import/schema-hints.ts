import type { FieldSettings, FieldTypeName } from '@content-service/bundles';
import { getOwn, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';

/** Facts about a field that a schema tells and documents do not show. */
export interface FieldHint {
  readonly label?: string | undefined;
  readonly type?: FieldTypeName | undefined;
  readonly settings: FieldSettings;
  readonly isList: boolean;
  /** The maximum number of values of a list. */
  readonly maximum?: number | undefined;
  readonly required: boolean;
}

/** Fields by name, attributes and relationships. */
export type TypeHints = ReadonlyMap<string, FieldHint>;

/** `$ref` chains of real schemas are short; longer ones are cycles. */
const REFERENCES_MAXIMUM = 10;
/** The longest allowed value of a list. */
const VALUE_MAXIMUM = 255;

/**
 * Reads the fields of one resource type from its JSON Schema, as the Drupal module jsonapi_schema gives it at
 * `/jsonapi/node/article/resource/schema`, or from a schema of an OpenAPI description.
 *
 * @param schema of a resource, or of a document with one under `data`
 * @param root the document that the references of the schema point into
 * @returns `undefined` for a schema without attributes and relationships
 */
export function parseTypeHints(schema: JsonObject, root: JsonObject): TypeHints | undefined {
  const resource = findResourceSchema(resolve(schema, root), root);
  if (resource === undefined) return undefined;
  const hints = new Map<string, FieldHint>();
  for (const part of ['attributes', 'relationships']) {
    const fields = findPart(resource, part, root);
    const { properties, required } = fields ?? {};
    if (!isJsonObject(properties)) continue;
    const requiredNames = Array.isArray(required) ? (required as readonly Json[]) : [];
    for (const [name, property] of Object.entries(properties)) {
      if (!isJsonObject(property)) continue;
      const parse = part === 'attributes' ? parseAttribute : parseRelationship;
      hints.set(name, parse(resolve(property, root), root, requiredNames.includes(name)));
    }
  }
  return hints.size === 0 ? undefined : hints;
}

/**
 * Finds the schema of each resource type in an OpenAPI description of version 2 or 3, as the Drupal module openapi_jsonapi
 * gives it at `/openapi/jsonapi`.
 */
export function parseOpenApiHints(
  description: JsonObject,
  types: readonly string[],
): ReadonlyMap<string, TypeHints> {
  const { definitions, components } = description;
  const schemas = isJsonObject(components) ? components['schemas'] : definitions;
  const found = new Map<string, TypeHints>();
  if (!isJsonObject(schemas)) return found;
  for (const type of types) {
    const schema = getOwn(schemas, type);
    const hints = isJsonObject(schema) ? parseTypeHints(schema, description) : undefined;
    if (hints !== undefined) found.set(type, hints);
  }
  return found;
}

function findResourceSchema(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  if (hasPart(schema, root)) return schema;
  const data = getMember(getMember(schema, 'properties', root), 'data', root);
  return data !== undefined && hasPart(data, root) ? data : undefined;
}

function hasPart(schema: JsonObject, root: JsonObject): boolean {
  return ['attributes', 'relationships'].some((part) => findPart(schema, part, root) !== undefined);
}

function findPart(schema: JsonObject, part: string, root: JsonObject): JsonObject | undefined {
  return (
    getMember(getMember(schema, 'properties', root), part, root) ??
    getMember(getMember(schema, 'definitions', root), part, root) ??
    getMember(getMember(schema, '$defs', root), part, root)
  );
}

function parseAttribute(property: JsonObject, root: JsonObject, required: boolean): FieldHint {
  const items = getMember(property, 'items', root);
  const isList = hasType(property, 'array');
  const item = isList && items !== undefined ? items : property;
  const common = { label: getText(property['title']), isList, maximum: getMaximum(property), required };
  return { ...common, ...parseItem(item, root) };
}

/** The type of one item; without it documents decide. */
function parseItem(item: JsonObject, root: JsonObject): Pick<FieldHint, 'type' | 'settings'> {
  const values = findAllowedValues(item);
  if (values.length > 0) return { type: 'list_string', settings: { allowedValues: values } };
  if (hasType(item, 'boolean')) return { type: 'boolean', settings: {} };
  if (hasType(item, 'integer')) return { type: 'integer', settings: {} };
  if (hasType(item, 'number')) return { type: 'float', settings: {} };
  if (hasType(item, 'string')) return parseString(item);
  const members = Object.keys(getMember(item, 'properties', root) ?? {});
  const has = (...names: readonly string[]): boolean => names.every((name) => members.includes(name));
  if (has('value', 'format'))
    return { type: has('summary') ? 'text_with_summary' : 'text_long', settings: {} };
  if (has('uri', 'title')) return { type: 'link', settings: {} };
  return { type: undefined, settings: {} };
}

function parseString({ format, maxLength }: JsonObject): Pick<FieldHint, 'type' | 'settings'> {
  if (format === 'email' || format === 'idn-email') return { type: 'email', settings: {} };
  if (format === 'date') return { type: 'datetime', settings: { datetimeType: 'date' } };
  if (format === 'date-time') return { type: 'datetime', settings: { datetimeType: 'datetime' } };
  if (typeof maxLength === 'number' && maxLength > 0 && maxLength <= 255)
    return { type: 'string', settings: { maxLength } };
  return { type: 'string_long', settings: {} };
}

/** The texts of `enum`, or of `oneOf`/`anyOf` with `const`, which have labels. */
function findAllowedValues(item: JsonObject): NonNullable<FieldSettings['allowedValues']> {
  const choices = item['oneOf'] ?? item['anyOf'] ?? item['enum'];
  if (!Array.isArray(choices)) return [];
  const values = (choices as readonly Json[]).map((choice) => {
    if (typeof choice === 'string') return { value: choice, label: choice };
    if (!isJsonObject(choice) || typeof choice['const'] !== 'string') return undefined;
    return { value: choice['const'], label: getText(choice['title']) ?? choice['const'] };
  });
  const valid = values.filter((value) => value !== undefined).filter(({ value }) => isAllowedValue(value));
  const isWhole =
    valid.length === values.length && new Set(valid.map(({ value }) => value)).size === valid.length;
  return isWhole ? valid : [];
}

function isAllowedValue(value: string): boolean {
  return value !== '' && value.length <= VALUE_MAXIMUM;
}

function parseRelationship(property: JsonObject, root: JsonObject, required: boolean): FieldHint {
  const data = getMember(getMember(property, 'properties', root), 'data', root) ?? {};
  const isList = hasType(data, 'array');
  const identifier = isList ? (getMember(data, 'items', root) ?? {}) : data;
  const type = getMember(getMember(identifier, 'properties', root), 'type', root) ?? {};
  const names = type['const'] === undefined ? type['enum'] : [type['const']];
  const targetTypes = Array.isArray(names)
    ? (names as readonly Json[]).filter((name) => typeof name === 'string')
    : [];
  return {
    ...{ type: 'entity_reference', settings: { targetTypes } },
    ...{ label: getText(property['title']), isList, maximum: getMaximum(property), required },
  };
}

function getMaximum({ maxItems }: JsonObject): number | undefined {
  return typeof maxItems === 'number' && Number.isInteger(maxItems) && maxItems > 1 ? maxItems : undefined;
}

function hasType({ type }: JsonObject, name: string): boolean {
  return type === name || (Array.isArray(type) && (type as readonly Json[]).includes(name));
}

function getText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function getMember(schema: JsonObject | undefined, name: string, root: JsonObject): JsonObject | undefined {
  const member = schema && getOwn(schema, name);
  return isJsonObject(member) ? resolve(member, root) : undefined;
}

/** Follows references inside of the document, such as `#/definitions/attributes` (JSON Pointer in a fragment). */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  let resolved = schema;
  for (let steps = 0; steps < REFERENCES_MAXIMUM; steps += 1) {
    const reference = resolved['$ref'];
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return resolved;
    let target: Json | undefined = root;
    for (const token of reference.slice(2).split('/'))
      target = isJsonObject(target) ? getOwn(target, unescapeToken(token)) : undefined;
    if (!isJsonObject(target)) return {};
    resolved = target;
  }
  return {};
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
