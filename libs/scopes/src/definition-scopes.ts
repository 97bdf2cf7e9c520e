/** The scopes for the bundles of an entity type and for their fields (specification, «Scope vocabulary»). */
export const DEFINITION_SCOPES = {
  bundles: {
    node: 'content_type:administer',
    media: 'media_type:administer',
    taxonomy_term: 'taxonomy:administer',
  },
  fields: {
    node: 'content_type:administer_fields',
    // The vocabulary has no separate scope for the fields of media types.
    media: 'media_type:administer',
    taxonomy_term: 'taxonomy:administer_fields',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** What the definition of a bundle with its fields needs; nothing for an entity type whose bundles are built in. */
export function getDefinitionScopes(entityType: string): readonly string[] {
  return [DEFINITION_SCOPES.bundles, DEFINITION_SCOPES.fields].flatMap(
    (scopes: Readonly<Record<string, string>>) =>
      Object.hasOwn(scopes, entityType) ? [scopes[entityType] ?? ''] : [],
  );
}
