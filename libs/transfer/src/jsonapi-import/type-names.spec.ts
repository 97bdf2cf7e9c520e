import { isUuid } from '@content-service/kernel';
import { toEntryId, toFieldName, toTargetType } from './type-names.js';

describe('toTargetType', () => {
  it.each([
    ['node--article', 'node--article'],
    ['taxonomy_term--tags', 'taxonomy_term--tags'],
    ['user--user', 'user--user'],
    ['file--image', 'file--file'],
    ['paragraph--text', 'node--paragraph_text'],
    ['block_content--basic', 'node--block_content_basic'],
    ['articles', 'node--articles'],
    ['blogPosts', 'node--blog_posts'],
    ['2024', 'node--x_2024'],
    ['paragraph--a_very_long_name_of_a_bundle', 'node--paragraph_a_very_long_nam_43fdcb'],
  ])('turns %s into %s', (source, target) => {
    expect(toTargetType(source).name).toBe(target);
  });
});

describe('toFieldName', () => {
  it.each([
    ['field_tags', [], 'field_tags'],
    ['fieldTags', [], 'field_tags'],
    ['fieldTags', ['field_tags'], 'field_field_tags'],
    ['type', [], 'field_type'],
    ['status', ['status'], 'field_status'],
    ['status', ['status', 'field_status'], 'field_status_2'],
    ['__proto__', [], 'x___proto__'],
    ['constructor', [], 'field_constructor'],
  ])('turns %s into a name besides %j', (source, taken, name) => {
    expect(toFieldName(source, new Set(taken))).toBe(name);
  });
});

describe('toEntryId', () => {
  it('keeps UUIDs, in lower case', () => {
    const id = 'A0000000-0000-4000-8000-000000000001';

    expect(toEntryId('https://example.com', 'articles', id)).toBe(id.toLowerCase());
  });

  it('computes UUIDs of version 8 from source, type and id', () => {
    const id = toEntryId('https://example.com', 'articles', '1');

    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}8.{4}[89ab]/);
    expect(toEntryId('https://example.com', 'articles', '1')).toBe(id);
    expect(toEntryId('https://example.com', 'authors', '1')).not.toBe(id);
    expect(toEntryId('https://example.org', 'articles', '1')).not.toBe(id);
  });
});
