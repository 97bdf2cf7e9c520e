import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError, AggregateDomainError } from '@content-service/kernel';
import { BodyConflict, InvalidMember, InvalidParameter } from '../jsonapi.errors.js';
import { serializeErrorDocument } from './error-document.js';
import { findErrorStatus } from './error-statuses.js';

const answer = (error: unknown): { status: number; document: unknown } => {
  const { status, text } = serializeErrorDocument(error, 'request-1');
  return { status, document: JSON.parse(text) };
};

const jsonapi = { version: '1.1' };

describe('serializeErrorDocument', () => {
  it('contains code, detail, source and request id', () => {
    expect(answer(new InvalidParameter('filter[nope]', `There is no field 'nope'.`))).toEqual({
      status: 400,
      document: {
        jsonapi,
        errors: [
          {
            id: 'request-1',
            status: '400',
            code: 'invalid_parameter',
            title: 'Bad Request',
            detail: `There is no field 'nope'.`,
            source: { parameter: 'filter[nope]' },
          },
        ],
      },
    });
  });

  it('contains the meta of the error', () => {
    const error = new DomainError('value_missing', 'title is required.', {
      source: { pointer: '/data/attributes' },
      meta: { field: 'title' },
    });

    expect(answer(error).document).toMatchObject({
      errors: [{ status: '422', source: { pointer: '/data/attributes' }, meta: { field: 'title' } }],
    });
  });

  const [invalid, alsoInvalid] = ['/data/attributes', '/data/relationships'].map(
    (pointer) => new InvalidMember('No object.', pointer),
  ) as [InvalidMember, InvalidMember];
  const conflict = new BodyConflict('Another type.', '/data/type');

  it.each([
    ['equal ones keep it', [invalid, alsoInvalid], 422, ['422', '422']],
    ['unequal ones are 400 together', [invalid, conflict], 400, ['422', '409']],
    [
      'nested ones are flattened',
      [new AggregateDomainError([invalid, alsoInvalid]), conflict],
      400,
      ['422', '422', '409'],
    ],
    [
      'a fault of the service outweighs the rest',
      [invalid, new DomainError('nobody_knows', 'x')],
      500,
      ['422', '500'],
    ],
  ])('for several errors %s', (_, problems, status, statuses) => {
    const { status: common, document } = answer(new AggregateDomainError(problems));

    expect(common).toBe(status);
    expect((document as { errors: { status: string }[] }).errors.map((error) => error.status)).toEqual(
      statuses,
    );
  });

  it.each([
    ['an unknown error', new Error('connect ECONNREFUSED 10.0.0.1')],
    ['an error code without a status', new DomainError('nobody_knows', 'SELECT * FROM secrets')],
    ['no error at all', 'secret'],
    ['nothing', undefined],
  ])('serializes %s as an internal error without details', (_, thrown) => {
    expect(answer(thrown)).toEqual({
      status: 500,
      document: {
        jsonapi,
        errors: [
          {
            id: 'request-1',
            status: '500',
            code: 'internal_error',
            title: 'Internal Server Error',
            detail: 'The request could not be answered because of a fault of the service.',
          },
        ],
      },
    });
  });

  it('does not contain the cause', () => {
    const error = new DomainError('store_unavailable', 'The database cannot be reached.', {
      cause: new Error('password'),
    });

    expect(serializeErrorDocument(error, 'x')).toMatchObject({
      status: 503,
      text: expect.not.stringContaining('password'),
    });
  });
});

describe('findErrorStatus', () => {
  const libs = join(import.meta.dirname, '../../..');
  const codes = [
    'scopes',
    'bundles',
    'entries',
    'oauth-clients',
    'accounts',
    'audit',
    'site-settings',
    'jsonapi',
    'files',
  ]
    .map((lib) => join(libs, lib, 'src'))
    .flatMap((source) =>
      readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => join(source, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bsuper\(\s*'([a-z_]+)'/g)])
    .map(([, code]) => code ?? '');

  it.each([...new Set(codes)])('%s has a status', (code) => {
    expect(findErrorStatus(code)).toEqual({ status: expect.any(Number), title: expect.any(String) });
  });
});
