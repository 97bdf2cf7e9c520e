import { FIELD_TYPES } from '@content-service/bundles';
import { OPERATORS } from '@content-service/entries';
import { SCOPES } from '@content-service/scopes';
import { testTitles } from './support/test-titles.js';

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

/** Sentences of the specification that are easily lost: each is the title of a test. */
const PROMISES = [
  'headless /jsonapi answers 404 on OAuth paths',
  'restricted CORS sends no header to an unlisted origin',
  'a token is dead 300 s after issue',
  'two spaces after Bearer are 401',
  'Public access No is 401 on every content read without a token',
  'data empty with meta.omitted and links.next',
];

describe('the tests name', () => {
  const titles = testTitles();
  const parts = new Set(titles.flatMap((title) => title.split(' › ')));

  it.each(ENDPOINTS)('the endpoint %s, in a block of its own', (endpoint) => {
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

  it.each(PROMISES)('the promise "%s"', (promise) => {
    expect(parts).toContain(promise);
  });
});
