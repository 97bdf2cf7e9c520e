import { ATOMIC_OPERATIONS } from '@content-service/jsonapi';
import { ALL_SCOPES, ManagedSite } from '../support/managed-site.js';
import { formatErrorPointers as problemFaultsIn } from '../support/problems.js';
import { toErrorSummaries } from '../support/responses.js';
import { JSON_API } from '../support/api-client.js';
import { growthOfWork, LINEAR } from '../support/work.js';

const object = (size: number, value = '1'): string =>
  `{${Array.from({ length: size }, (_, n) => `"m${n}":${value}`).join(',')}}`;
const list = (size: number, item: (n: number) => string = String): string =>
  `[${Array.from({ length: size }, (_, n) => item(n)).join(',')}]`;
const article = (data: string): string => `{"data":{"type":"node--article",${data}}}`;

const N = 5000;

/** Bodies of a given size with method and path. */
const BODIES: readonly (readonly [
  what: string,
  method: 'post' | 'patch',
  path: string,
  body: (n: number) => string,
])[] = [
  ['unknown members', 'patch', '/manage/settings/cors', (n) => object(n)],
  ['unknown objects', 'patch', '/manage/settings/cors', (n) => object(n, '{"a":{}}')],
  ['unknown members', 'post', '/manage/users', (n) => object(n)],
  [
    'a list of grants',
    'post',
    '/manage/api-clients',
    (n) => `{"label":"a","grants":${list(n, (i) => `"${i}"`)}}`,
  ],
  [
    'a list of scopes',
    'post',
    '/manage/api-clients',
    (n) => `{"label":"a","allowedScopes":${list(n, (i) => `"${i}"`)}}`,
  ],
  [
    'a list of origins',
    'patch',
    '/manage/settings/cors',
    (n) => `{"corsOrigins":${list(n, (i) => `"${i}"`)}}`,
  ],
  [
    'a list of fields',
    'post',
    '/manage/bundles/node',
    (n) => `{"bundle":"a","label":"a","fields":${list(n, () => '{}')}}`,
  ],
  ['a long member name', 'patch', '/manage/settings/cors', (n) => `{"${'a~/'.repeat(n)}":1}`],
  ['broken JSON', 'patch', '/manage/settings/cors', (n) => `[${'[1,{"a":"b"},'.repeat(n)}`],
  ['unterminated JSON', 'patch', '/manage/settings/cors', (n) => `"${'\\"'.repeat(n)}`],
  ['line breaks in broken JSON', 'patch', '/manage/settings/cors', (n) => `{${'\n'.repeat(n)}`],
  ['unknown attributes', 'post', '/api/node/article', (n) => article(`"attributes":${object(n)}`)],
  ['unknown relationships', 'post', '/api/node/article', (n) => article(`"relationships":${object(n)}`)],
  [
    'linkage',
    'post',
    '/api/node/article',
    (n) =>
      article(
        `"attributes":{"title":""},"relationships":{"field_tags":{"data":${list(n, () => '{"type":"x","id":"1"}')}}}`,
      ),
  ],
  ['values of a field', 'post', '/api/node/article', (n) => article(`"attributes":{"title":${list(n)}}`)],
  ['members of a value', 'post', '/api/node/article', (n) => article(`"attributes":{"body":${object(n)}}`)],
  ['members of a document', 'post', '/api/node/article', (n) => object(n)],
];

describe('a hostile body', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start();
  });
  afterAll(() => site.stop());

  it.each(BODIES)(
    'of %s: %s %s does work linear in its size and reports at most 100 errors',
    async (_, method, path, body) => {
      let most = 0;
      const growth = await growthOfWork(
        N,
        async (size) => {
          const answer = await send(method, path, body(size));
          expect([400, 404, 409, 422]).toContain(answer.status);
          const { errors = [] } = answer.body as { errors?: readonly unknown[] };
          most = Math.max(most, errors.length);
        },
        3,
      );

      expect(growth).toBeLessThan(LINEAR);
      expect(most).toBeLessThanOrEqual(100);
    },
  );

  it('with more than 100 members or 1,000 list items is refused with a pointer', async () => {
    const answers = [
      await send('patch', '/manage/settings/cors', object(101)),
      await send('patch', '/manage/settings/cors', `{"corsOrigins":${list(1001)}}`),
      await send('patch', '/manage/settings/cors', `{"a/b":${object(101)}}`),
    ];

    expect(answers.map(problemFaultsIn)).toEqual(['422 ', '422 /corsOrigins', '422 /a~1b']);
    expect((answers[0]?.body as { detail: string } | undefined)?.detail).toBe(
      'The body has 101 members; the maximum is 100.',
    );
  });

  it('with more than 20,000 members and items altogether is refused', async () => {
    const answer = await send(
      'patch',
      '/manage/settings/cors',
      `{"corsOrigins":${list(21, () => list(1000))}}`,
    );

    expect((answer.body as { detail: string }).detail).toBe(
      'The body has more than 20000 members and items.',
    );
    expect(problemFaultsIn(answer)).toBe('422 ');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'with a member %s at any depth is refused with a pointer',
    async (name) => {
      const member = `{"${name}":1}`;

      const answers = [
        await send('patch', '/manage/settings/cors', member),
        await send('post', '/manage/api-clients', `{"label":${member}}`),
        await send('post', '/manage/bundles', `{"fields":[{"settings":{"a/b":${member}}}]}`),
      ];

      expect(answers.map(problemFaultsIn)).toEqual([
        `422 /${name}`,
        `422 /label/${name}`,
        `422 /fields/0/settings/a~1b/${name}`,
      ]);
    },
  );

  it.each([
    ['lists', '['.repeat(880_000), 'line 1, column 65'],
    ['objects', '{"a":'.repeat(176_000), 'line 1, column 321'],
  ])('of unclosed %s is refused with the place before it is parsed', async (_, body, place) => {
    const answers = [
      await send('post', '/api/node/article', body),
      await (
        await site.administrator()
      ).post('/api/operations', body, { 'Content-Type': `${JSON_API};ext="${ATOMIC_OPERATIONS}"` }),
      await send('patch', '/manage/settings/cors', body),
    ];

    const detail = `The body nests deeper than 64 levels in ${place}.`;
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const { text } of answers) expect(text).toContain(`"detail":"${detail}"`);
  });

  it('is answered with at most 16 kB, of whatever length the name or value is that the answer repeats', async () => {
    const administrator = await site.administrator();
    const client = await site.oauth.client();
    const { cookie } = await site.signIn();
    const atomic = { 'Content-Type': `${JSON_API};ext="${ATOMIC_OPERATIONS}"` };
    const session = { 'Content-Type': 'application/json', Cookie: cookie, Origin: site.oauth.url };
    const pointers: string[] = [];

    for (const long of ['a'.repeat(900_000), '/'.repeat(900_000), String.raw`\u0001`.repeat(150_000)]) {
      const member = `{"${long}":1}`;
      const answers = [
        await send('post', '/api/node/article', article(`"attributes":${member}`)),
        await send('post', '/api/node/article', article(`"attributes":{"title":"x","body":${member}}`)),
        await send('post', '/api/node/article', article(`"attributes":{"title":"x","status":"${long}"}`)),
        await send('post', '/api/node/article', article(`"relationships":${member}`)),
        await send('post', '/api/node/article', `{"data":{"type":"${long}"}}`),
        await administrator.post('/api/operations', `{"atomic:operations":[${member}]}`, atomic),
        await administrator.post('/api/operations', `{"atomic:operations":[{"op":"${long}"}]}`, atomic),
        await send('patch', '/manage/settings/cors', member),
        await send('patch', '/manage/settings/cors', `{"corsOrigins":["${long}"]}`),
        await send('post', '/manage/api-clients', `{"label":${member},"grants":["${long}"]}`),
        await site.anonymous().send('post', '/session/reauthenticate', member, session),
        await site.anonymous().send('post', '/session/reauthenticate', member.slice(-8000), session),
        await site.oauth.post('/oauth/token', client, { grant_type: long }),
        await site.oauth.post('/oauth/token', client, {
          grant_type: 'client_credentials',
          scope: long.slice(-5000),
        }),
      ];

      for (const { status } of answers) expect([400, 403, 404, 409, 413, 422]).toContain(status);
      expect(Math.max(...answers.map(({ text }) => Buffer.byteLength(text)))).toBeLessThanOrEqual(16_384);
      for (const { text } of answers.slice(0, 2)) {
        const { errors } = JSON.parse(text) as { errors: readonly { source: { pointer: string } }[] };
        pointers.push(...errors.map(({ source }) => source.pointer));
      }
    }

    expect([...new Set(pointers)]).toEqual(['/data/attributes', '/data/attributes/body']);
  });

  it('with many faulty attributes is answered with the first 100 errors', async () => {
    const answer = await send('post', '/api/node/article', article(`"attributes":${object(200)}`));

    expect(toErrorSummaries(answer)).toHaveLength(100);
    expect(toErrorSummaries(answer)[0]).toEqual({
      status: '422',
      code: 'unknown_field',
      source: { pointer: '/data/attributes/m0' },
    });
  });

  async function send(method: 'post' | 'patch', path: string, body: string) {
    const mediaType = path.startsWith('/api/') ? JSON_API : 'application/json';
    const sender = await site.withScopes(...ALL_SCOPES);
    return sender.send(method, path, body, { 'Content-Type': mediaType });
  }
});
