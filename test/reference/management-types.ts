import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { buildOpenApiDocument } from '@content-service/app';
import { ContentModel } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';

const HEAD = `// Written by \`npm run docs:reference\` from the description of the management API; changes are lost.\n`;

/** The types of the resources and bodies of the management API, and the defaults of new resources, for the administration. */
export async function formatManagementTypes(): Promise<string> {
  const document = describeService();
  const schemas = pickManagementSchemas(document);
  const { openapi, info } = document;
  const source: unknown = { openapi, info, paths: {}, components: { schemas } };
  // The generator resolves references in place.
  const types = await openapiTypescript(structuredClone(source) as OpenAPI3, {
    immutable: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  // Empty types of the parts of the description that are left out.
  const [components = ''] = /export interface components \{[^]*?\n\}\n/.exec(astToString(types)) ?? [];
  const used = components.replace(
    /^ {4}(responses|parameters|requestBodies|headers|pathItems): never;\n/gm,
    '',
  );
  return `${HEAD}\n${used}\n${formatDefaults(schemas)}`;
}

/** The bounds and patterns of the members of bodies, for the inputs of the administration. */
export function formatManagementBounds(): string {
  const bounds = Object.entries(pickManagementSchemas(describeService())).flatMap(([name, schema]) => {
    const found = /\.(new|change|view)$/.test(name) ? findBounds(schema as JsonObject) : {};
    return Object.keys(found).length === 0 ? [] : [[name, found] as const];
  });
  return `${HEAD}\n/** By schema and member. */\nexport const BOUNDS = ${JSON.stringify(Object.fromEntries(bounds), null, 2)} as const;\n`;
}

const BOUND_WORDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'maxItems', 'maxProperties'];

/**
 * The bounds of a value, those of its members by name, and those of the items of a list as `items`. Of alternatives, such as a name or
 * a table, all have a place.
 */
function findBounds({ oneOf, ...schema }: JsonObject): JsonObject {
  if (Array.isArray(oneOf))
    return Object.assign({}, ...oneOf.filter(isJsonObject).map(findBounds)) as JsonObject;
  const words = BOUND_WORDS.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]]));
  const members = Object.entries((schema['properties'] ?? {}) as JsonObject).flatMap(([name, member]) => {
    const found = isJsonObject(member) ? findBounds(member) : {};
    return Object.keys(found).length === 0 ? [] : [[name, found] as const];
  });
  const { items } = schema;
  const ofItems = isJsonObject(items) ? findBounds(items) : {};
  const list = Object.keys(ofItems).length === 0 ? [] : [['items', ofItems]];
  return Object.fromEntries([...words, ...members, ...list]) as JsonObject;
}

function describeService(): JsonObject {
  return buildOpenApiDocument({
    model: new ContentModel(0, []),
    baseUrl: 'https://cms.example.com',
    prefix: '/api',
    oauth: true,
    pageLimitMaximum: 50,
  });
}

/** The schemas that operations of the management API refer to, directly or through others. */
function pickManagementSchemas(document: JsonObject): JsonObject {
  const picked = new Map<string, Json>();
  const visit = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as JsonObject;
    if (typeof $ref === 'string' && !picked.has($ref)) {
      const target = $ref
        .split('/')
        .slice(1)
        .reduce<Json>((holder, name) => (holder as JsonObject)[name] ?? null, document);
      picked.set($ref, target);
      visit(target);
    }
    Object.values(value).forEach(visit);
  };
  for (const [path, item] of Object.entries(document['paths'] as JsonObject))
    if (/^\/(manage|session)\//.test(path)) visit(item);
  const schemas = [...picked].flatMap(([reference, schema]) => {
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(reference) ?? [];
    return name === undefined ? [] : [[name, schema] as const];
  });
  return Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A constant of the defaults of each schema whose members have some. */
function formatDefaults(schemas: JsonObject): string {
  const defaults = Object.entries(schemas).flatMap(([name, schema]) => {
    const { properties = {} } = schema as JsonObject;
    const own = Object.entries(properties as JsonObject).flatMap(([member, rule]) =>
      isJsonObject(rule) && rule['default'] !== undefined ? [[member, rule['default']] as const] : [],
    );
    return own.length === 0 ? [] : [[name, Object.fromEntries(own)] as const];
  });
  return `/** The members of new resources that have defaults. */\nexport const DEFAULTS = ${JSON.stringify(Object.fromEntries(defaults), null, 2)} as const;\n`;
}
