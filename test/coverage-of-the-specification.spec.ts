import { readFileSync } from 'node:fs';
import { FIELD_TYPES } from '@content-service/bundles';
import { OPERATORS } from '@content-service/entries';
import { SCOPES } from '@content-service/scopes';
import { getTestTitles } from './support/test-titles.js';

/** Specification, «Endpoints». */
const ENDPOINTS = [
  'POST /oauth/token',
  'GET /oauth/authorize',
  'GET /api',
  'GET /api/{entityType}/{bundle}',
  'POST /api/{entityType}/{bundle}',
  'GET /api/{entityType}/{bundle}/{uuid}',
  'PATCH /api/{entityType}/{bundle}/{uuid}',
  'DELETE /api/{entityType}/{bundle}/{uuid}',
  'GET /api/{entityType}/{bundle}/{uuid}/{field}',
  'GET /api/{entityType}/{bundle}/{uuid}/relationships/{field}',
];

/** Sentences of the specification that must each be the title of a test. */
const PROMISES = [
  'headless /jsonapi answers 404 on OAuth paths',
  'restricted CORS sends no header to an unlisted origin',
  'a token is dead 300 s after issue',
  'two spaces after Bearer are 401',
  'Public access No is 401 on every content read without a token',
  'data empty with meta.omitted and links.next',
];

describe('test titles contain', () => {
  const titles = getTestTitles();
  const parts = new Set(titles.flatMap((title) => title.split(' › ')));

  it.each(ENDPOINTS)('a block for the endpoint %s', (endpoint) => {
    expect(parts).toContain(endpoint);
  });

  it.each(Object.keys(OPERATORS))('the operator %s', (operator) => {
    expect(titles).toContainEqual(expect.stringContaining(`the operator ${operator} `));
  });

  it.each(SCOPES.map(({ name }) => name))('the scope %s', (scope) => {
    expect(titles).toContainEqual(expect.stringContaining(`the scope ${scope} `));
  });

  it.each(Object.keys(FIELD_TYPES))('the field type %s', (type) => {
    expect(titles).toContainEqual(expect.stringContaining(`the field type ${type} `));
  });

  it.each(PROMISES)('the sentence "%s"', (promise) => {
    expect(parts).toContain(promise);
  });
});

describe('.config/mutations/guards.js', () => {
  const source = readFileSync('.config/mutations/guards.js', 'utf8');
  const names = [...source.matchAll(/\n {4}test:\s*(?:'([^'\n]*)'|"([^"\n]*)")/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );

  it('names an existing test for each guard', () => {
    const titles = getTestTitles().map((title) => title.replaceAll(' › ', ' '));

    expect(names).toHaveLength(source.split('\n    guard:').length - 1);
    expect(names.filter((name) => !titles.some((title) => title.startsWith(name)))).toEqual([]);
  });
});
