import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatErrorPointers } from '../support/problems.js';

const TAGS = { targetTypes: ['taxonomy_term--tags'] };

describe('POST /manage/bundles/{entityType}/{bundle}/fields', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
    await manager.post('/manage/bundles', { entityType: 'node', bundle: 'note', label: 'Note' });
  });
  afterAll(() => site.stop());

  it.each([
    [{}, '422 /label /name /type'],
    [{ name: 'Field', type: 'colour', label: '', cardinality: 0 }, '422 /cardinality /label /name /type'],
    [{ name: 'id', type: 'string', label: 'A' }, '422 /name'],
    [{ name: 'a', type: 'path', label: 'A' }, '422 /type'],
    [{ name: 'a', type: 'string', label: 'A', initial: 'x' }, '422 /initial'],
    [{ name: 'a', type: 'string', label: 'A', settings: { size: 1 } }, '422 /settings/size'],
    [{ name: 'a', type: 'string', label: 'A', settings: { min: 1 } }, '422 /settings/min'],
    [{ name: 'a', type: 'string', label: 'A', settings: { maxLength: 256 } }, '422 /settings/maxLength'],
    [
      { name: 'a', type: 'string', label: 'A', settings: { maxLength: '9', caseSensitive: 'no' } },
      '422 /settings/caseSensitive /settings/maxLength',
    ],
    [{ name: 'a', type: 'string', label: 'A', settings: [] }, '422 /settings'],
    [
      { name: 'a', type: 'list_string', label: 'A', settings: { allowedValues: [{ value: 5 }] } },
      '422 /settings/allowedValues/0/label /settings/allowedValues/0/value',
    ],
    [{ name: 'a', type: 'list_string', label: 'A' }, '422 /settings/allowedValues'],
    [
      {
        name: 'a',
        type: 'list_string',
        label: 'A',
        settings: { allowedValues: [{ value: '', label: 'E' }] },
      },
      '422 /settings/allowedValues/0/value',
    ],
    [{ name: 'a', type: 'entity_reference', label: 'A' }, '422 /settings/targetTypes'],
    [
      { name: 'a', type: 'string', label: 'A', description: ' ', placeholder: 'p'.repeat(256) },
      '422 /description /placeholder',
    ],
    [{ name: 'a', type: 'string', label: 'A', description: 5 }, '422 /description'],
    [{ name: 'a', type: 'integer', label: 'A', defaultValue: 'x' }, '422 /defaultValue'],
    [
      { name: 'a', type: 'string', label: 'A', formDisplay: { group: '', region: 'left' } },
      '422 /formDisplay/group /formDisplay/region',
    ],
    [
      { name: 'a', type: 'string', label: 'A', formDisplay: { group: 'g'.repeat(256) } },
      '422 /formDisplay/group',
    ],
    [
      { name: 'a', type: 'string', label: 'A', formDisplay: { group: null, weight: 1 } },
      '422 /formDisplay/group /formDisplay/weight',
    ],
    [{ name: 'a', type: 'string', label: 'A', formDisplay: 'side' }, '422 /formDisplay'],
    [{ name: 'a', type: 'string', label: 'A', cardinality: 2, defaultValue: 'x' }, '422 /defaultValue'],
    [{ name: 'a', type: 'email', label: 'A', cardinality: 2, defaultValue: ['a'] }, '422 /defaultValue/0'],
    [{ name: 'a', type: 'link', label: 'A', defaultValue: { uri: 'x' } }, '422 /defaultValue/uri'],
    [{ name: 'a', type: 'json', label: 'A', defaultValue: 'x'.repeat(10_000) }, '422 /defaultValue'],
    [
      { name: 'a', type: 'entity_reference', label: 'A', settings: TAGS, defaultValue: [] },
      '422 /defaultValue',
    ],
    [
      {
        name: 'a',
        type: 'entity_reference',
        label: 'A',
        settings: { targetTypes: ['node--article', 'node--gone'] },
      },
      '422 /settings/targetTypes/1',
    ],
  ])('refuses %j and changes nothing', async (changes, faults) => {
    const path = '/manage/bundles/node/note/fields';

    expect(formatErrorPointers(await manager.post(path, changes))).toBe(faults);
    expect((await manager.get(path)).body).toMatchObject({ items: [] });
  });
});
