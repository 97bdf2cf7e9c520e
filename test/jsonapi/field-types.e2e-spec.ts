import {
  type BundleDefinition,
  ContentModelService,
  defineField,
  type Field,
  UNLIMITED,
} from '@content-service/bundles';
import { getResource } from '../support/responses.js';
import { startApp, type TestApp } from '../support/app.js';

const formatted = (value: string, processed: string) => ({ value, format: 'plain_text', processed });

/** Field type, value sent and value shown, each in a field with unlimited cardinality. */
const EXAMPLES = [
  ['string', 'A line', 'A line'],
  ['string_long', 'Two\nlines', 'Two\nlines'],
  ['text_long', { value: 'Rye', format: 'plain_text' }, formatted('Rye', '<p>Rye</p>\n')],
  [
    'text_with_summary',
    { value: 'Rye', format: 'plain_text', summary: 'Bread' },
    { ...formatted('Rye', '<p>Rye</p>\n'), summary: 'Bread' },
  ],
  ['integer', '12', 12],
  ['decimal', 12.5, '12.50'],
  ['float', 0.1, 0.1],
  ['boolean', 1, true],
  ['timestamp', 1_700_000_000, '2023-11-14T22:13:20+00:00'],
  ['datetime', '2024-02-01T11:00:00+01:00', '2024-02-01T10:00:00+00:00'],
  [
    'daterange',
    { value: '2024-02-01T10:00:00Z', end_value: '2024-02-02T10:00:00Z' },
    { value: '2024-02-01T10:00:00+00:00', end_value: '2024-02-02T10:00:00+00:00' },
  ],
  ['list_string', 'rye', 'rye'],
  ['email', 'baker@example.com', 'baker@example.com'],
  ['link', 'https://example.com/', { uri: 'https://example.com/', title: null, options: [] }],
  ['json', { any: ['thing', 1, null] }, { any: ['thing', 1, null] }],
] as const;

const SETTINGS: Readonly<Record<string, Field['settings']>> = {
  decimal: { precision: 10, scale: 2 },
  list_string: { allowedValues: [{ value: 'rye', label: 'Rye' }] },
};

const field = (type: Field['type'], name: string, rest: Partial<Field> = {}): Field =>
  defineField(name, type, { settings: SETTINGS[type] ?? {}, ...rest });

const SPECIMEN: BundleDefinition = {
  entityType: 'node',
  bundle: 'specimen',
  label: 'Specimen',
  fields: [
    ...EXAMPLES.flatMap(([type]) => [
      field(type, `field_${type}`),
      field(type, `field_${type}s`, { cardinality: UNLIMITED }),
    ]),
    field('entity_reference', 'field_next', { settings: { targetTypes: ['node--specimen'] } }),
  ],
};

describe('the value of a field', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.nest.get(ContentModelService).put(SPECIMEN);
  });
  afterAll(() => app.stop());

  it.each(EXAMPLES)('of the field type %s that is sent as %j is shown as %j', async (type, sent, shown) => {
    const created = await create({
      attributes: { [`field_${type}`]: sent, [`field_${type}s`]: [sent, sent] },
    });

    const read = getResource(await app.api.asReader().get(`/api/node/specimen/${created.id}`));
    expect(read.attributes).toMatchObject({ [`field_${type}`]: shown, [`field_${type}s`]: [shown, shown] });
    expect(created.attributes).toEqual(read.attributes);
  });

  it('of the field type entity_reference is linkage', async () => {
    const target = { type: 'node--specimen', id: (await create({})).id };

    const created = await create({ relationships: { field_next: { data: target } } });

    expect(created.relationships['field_next']).toMatchObject({ data: target });
  });

  it('of the field type path is an alias in the language of the entry', async () => {
    const created = await create({ attributes: { path: { alias: '/about' } } });

    expect(created.attributes['path']).toEqual({ alias: '/about', langcode: 'en' });
  });

  async function create(members: object): Promise<ReturnType<typeof getResource>> {
    const { attributes = {}, ...others } = members as { attributes?: object };
    const data = { type: 'node--specimen', attributes: { title: 'Specimen', ...attributes }, ...others };
    const response = await app.api.asAdministrator().post('/api/node/specimen', { data });
    expect(response.status).toBe(201);
    return getResource(response);
  }
});
