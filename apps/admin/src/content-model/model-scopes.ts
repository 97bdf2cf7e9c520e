/** The scope that allows to create, change and remove bundles, by entity type. */
export const BUNDLE_SCOPES: Readonly<Record<string, string>> = {
  node: 'content_type:administer',
  media: 'media_type:administer',
  taxonomy_term: 'taxonomy:administer',
};

/** The scope that allows to change the fields of bundles, by entity type. */
export const FIELD_SCOPES: Readonly<Record<string, string>> = {
  node: 'content_type:administer_fields',
  media: 'media_type:administer',
  taxonomy_term: 'taxonomy:administer_fields',
};
