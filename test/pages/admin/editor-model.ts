const field = (name: string, type: string, settings: object = {}, cardinality = 1): object => ({
  name,
  type,
  label: name.replace('field_', '').replaceAll('_', ' '),
  required: false,
  cardinality,
  settings,
});

/** A bundle with required fields. */
export const BUNDLE_OF_REQUIRED_FIELDS = {
  entityType: 'node',
  bundle: 'event',
  label: 'Events',
  fields: [
    { ...field('field_when', 'daterange', { datetimeType: 'datetime' }), label: 'When', required: true },
    {
      ...field('field_poster', 'entity_reference', { targetTypes: ['node--event'] }),
      label: 'Poster',
      required: true,
    },
    { ...field('field_names', 'string', {}, -1), label: 'Names', required: true },
  ],
};

/** A bundle with a field of every field type. */
export const BUNDLE_OF_ALL_FIELD_TYPES = {
  entityType: 'node',
  bundle: 'everything',
  label: 'Everything',
  fields: [
    field('field_line', 'string', { maxLength: 50 }),
    field('field_lines', 'string', {}, -1),
    field('field_long', 'string_long'),
    field('field_formatted', 'text_long'),
    field('field_summarized', 'text_with_summary'),
    field('field_whole', 'integer', { min: 0, max: 10 }),
    field('field_decimal', 'decimal', { precision: 10, scale: 2 }),
    field('field_float', 'float'),
    field('field_yes', 'boolean'),
    field('field_moment', 'timestamp'),
    field('field_day', 'datetime', { datetimeType: 'date' }),
    field('field_time', 'datetime', { datetimeType: 'datetime' }),
    field('field_range', 'daterange', { datetimeType: 'date' }),
    field('field_choice', 'list_string', { allowedValues: [{ value: 'r', label: 'Red' }] }),
    field('field_mail', 'email'),
    field('field_link', 'link'),
    field('field_json', 'json'),
    field('field_one', 'entity_reference', { targetTypes: ['node--everything'] }),
    field('field_many', 'entity_reference', { targetTypes: ['node--everything'] }, -1),
  ],
};
