import type { Json, JsonObject } from '@content-service/kernel';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type Schema = JsonObject;
export type Schemas = Readonly<Record<string, Schema>>;

export type ComponentKind = 'schemas' | 'parameters' | 'responses' | 'headers';

/** A reference to what stands under `components`. */
export function ref(name: string, kind: ComponentKind = 'schemas'): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** An object that may have more members than these. */
export function objectSchema(properties: Schemas, required: readonly string[] = []): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** An object whose members have any name. */
export function mapSchema(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', items };
}

export function textSchema(description: string, ...examples: readonly string[]): Schema {
  return { type: 'string', description, ...(examples.length === 0 ? {} : { examples }) };
}

/** The one schema itself, or any of several. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const [only, second] = schemas;
  return only !== undefined && second === undefined ? only : { anyOf: schemas };
}

/** The same schema, and `null`. One that takes everything stays as it is. */
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
