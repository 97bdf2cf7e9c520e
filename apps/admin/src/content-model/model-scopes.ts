/** Who may make and change the bundles of an entity type. */
export const BUNDLE_SCOPES: Readonly<Record<string, string>> = {
  node: 'content_type:administer',
  media: 'media_type:administer',
  taxonomy_term: 'taxonomy:administer',
};

/** Who may change the fields of its bundles. */
export const FIELD_SCOPES: Readonly<Record<string, string>> = {
  node: 'content_type:administer_fields',
  media: 'media_type:administer',
  taxonomy_term: 'taxonomy:administer_fields',
};
