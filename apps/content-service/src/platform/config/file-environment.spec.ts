import { sentences } from './config.fixture.js';
import { parseConfig } from './config.js';

const SERVER = 'postgres://user@db.example/content';

describe('FILE_STORE', () => {
  it.each([
    [{}, { kind: 'disk', folder: 'data/files' }],
    [{ DATABASE_URL: 'sqlite:/var/lib/site/site.sqlite' }, { kind: 'disk', folder: '/var/lib/site/files' }],
    [{ DATABASE_URL: 'memory:' }, { kind: 'memory' }],
    [{ DATABASE_URL: SERVER }, undefined],
    [{ STORAGE_ADAPTER: './adapter.js', KEY_SECRET: 'k'.repeat(32) }, undefined],
    [{ FILE_STORE: 'disk:/srv/files' }, { kind: 'disk', folder: '/srv/files' }],
    [{ FILE_STORE: 'memory:' }, { kind: 'memory' }],
  ])('with %j is %j', (variables, expected) => {
    expect(parseConfig({ KEY_SECRET: 'k'.repeat(32), ...variables }).fileStore).toEqual(expected);
  });

  const S3 = { kind: 's3', bucket: 'content', prefix: '', region: undefined, endpoint: undefined };
  it.each([
    ['s3://content', {}, { ...S3, pathStyle: false }],
    ['s3://content/a/b/', {}, { ...S3, prefix: 'a/b/', pathStyle: false }],
    ['s3://content?region=eu-central-1', {}, { ...S3, region: 'eu-central-1', pathStyle: false }],
    ['s3://content', { AWS_REGION: 'eu-west-1' }, { ...S3, region: 'eu-west-1', pathStyle: false }],
    [
      's3://content/a?endpoint=http://127.0.0.1:9000',
      {},
      { ...S3, prefix: 'a/', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
    ],
    [
      's3://content?endpoint=https://s3.example&pathStyle=false&region=x',
      {},
      { ...S3, region: 'x', endpoint: 'https://s3.example', pathStyle: false },
    ],
  ])('%s with %j is a bucket', (FILE_STORE, variables, expected) => {
    expect(parseConfig({ FILE_STORE, ...variables }).fileStore).toEqual(expected);
  });

  it.each([
    ...[
      'files',
      'disk:',
      'disk://host/x',
      'http://files.example',
      's3:',
      's3:content',
      's3://',
      's3://Content',
    ],
    ...['s3://content/a//b', 's3://content#x', 's3://user:password@content', 's3://a'],
    ...[
      's3://content?regoin=x',
      's3://content?endpoint=x',
      's3://content?pathStyle=yes',
      's3://content?region=',
    ],
    ...['s3://content?constructor=x'],
  ])('refuses %s in one sentence, without a password', (FILE_STORE) => {
    expect(sentences({ FILE_STORE })).toEqual([expect.stringMatching(/^FILE_STORE (?!.*password)/)]);
  });

  it('is in any form with FILE_STORE_ADAPTER, which gets all variables', () => {
    const variables = { FILE_STORE: 'x:y', FILE_STORE_ADAPTER: '@acme/x', X_TOKEN: 't' };

    expect(parseConfig(variables).fileStore).toEqual({
      ...{ kind: 'adapter', module: '@acme/x', url: 'x:y', environment: variables },
    });
    const { FILE_STORE_ADAPTER } = variables;
    expect(parseConfig({ FILE_STORE_ADAPTER }).fileStore).toMatchObject({ kind: 'adapter', url: undefined });
  });
});
