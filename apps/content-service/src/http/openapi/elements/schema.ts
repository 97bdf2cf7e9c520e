import type { Json, JsonObject } from '@content-service/kernel';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type Schema = JsonObject;
export type Schemas = Readonly<Record<string, Schema>>;

export type ComponentKind = 'schemas' | 'parameters' | 'responses' | 'headers';

/** A reference to an object in `components`. */
export function ref(name: string, kind: ComponentKind = 'schemas'): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Schema of an object; further members are allowed. */
export function objectSchema(properties: Schemas, required: readonly string[] = []): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** Schema of an object with exactly the given members; others are rejected. */
export function closedObjectSchema(properties: Schemas, required: readonly string[] = []): Schema {
  return { ...objectSchema(properties, required), additionalProperties: false };
}

/** Schema of an object with all of these members required. */
export function completeObjectSchema(properties: Schemas): Schema {
  return objectSchema(properties, Object.keys(properties));
}

/** Schema of an object with arbitrary member names. */
export function mapSchema(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', items };
}

export function textSchema(description: string, ...examples: readonly string[]): Schema {
  return { type: 'string', description, ...(examples.length === 0 ? {} : { examples }) };
}

/** `anyOf` of the schemas; a single schema is returned unchanged. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const [only, second] = schemas;
  return only !== undefined && second === undefined ? only : { anyOf: schemas };
}

/** The schema with `null` allowed. */
export function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as readonly Json[]), null] } : {}),
  };
}
