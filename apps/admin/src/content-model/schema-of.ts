/** The schemas of what is written to a type, or of what is shown where it cannot be written. */
export function schemaOf(description: unknown, type: string): unknown {
  const schemas = memberOf(memberOf(description, 'components'), 'schemas');
  const [attributes, relationships] = ['attributes', 'relationships'].map((part) =>
    memberOf(schemas, `${type}.${part}`),
  );
  return attributes === undefined ? memberOf(schemas, type) : { attributes, relationships };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
