interface Field {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly cardinality?: number;
  readonly required?: boolean;
  readonly settings?: object;
}

const MANY = -1;

const text = (name: string, label: string, rest: Partial<Field> = {}): Field => ({
  name,
  type: 'string',
  label,
  settings: { maxLength: 255 },
  ...rest,
});

const code = (label: string, length: number): Field =>
  text('field_code', label, { required: true, settings: { maxLength: length } });

const reference = (name: string, label: string, target: string, cardinality = 1): Field => ({
  name,
  type: 'entity_reference',
  label,
  cardinality,
  settings: { targetTypes: [target] },
});

const countryFields: readonly Field[] = [
  code('ISO 3166-1 alpha-3', 3),
  text('field_official_name', 'Official name'),
  text('field_french_name', 'Name in French'),
  text('field_flag', 'Flag'),
  text('field_capitals', 'Capitals', { cardinality: MANY }),
  text('field_domains', 'Top-level domains', { cardinality: MANY }),
  { name: 'field_area', type: 'decimal', label: 'Area in km²', settings: { precision: 12, scale: 2 } },
  { name: 'field_latitude', type: 'float', label: 'Latitude' },
  { name: 'field_longitude', type: 'float', label: 'Longitude' },
  { name: 'field_landlocked', type: 'boolean', label: 'Without a coast' },
  { name: 'field_independent', type: 'boolean', label: 'Independent' },
  { name: 'field_translations', type: 'json', label: 'Names in other languages' },
  reference('field_region', 'Region', 'taxonomy_term--region'),
  reference('field_languages', 'Languages', 'taxonomy_term--language', MANY),
  reference('field_borders', 'Neighbours', 'node--country', MANY),
];

/** The content model of the data set as a site package: one JSON object per line. */
export const CONTENT_MODEL = [
  { kind: 'header', format: 'content-service/site@1' },
  { kind: 'bundle', entityType: 'taxonomy_term', bundle: 'region', label: 'Regions', fields: [] },
  {
    kind: 'bundle',
    entityType: 'taxonomy_term',
    bundle: 'language',
    label: 'Languages',
    fields: [code('ISO 639-3', 3)],
  },
  { kind: 'bundle', entityType: 'node', bundle: 'country', label: 'Countries', fields: countryFields },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
