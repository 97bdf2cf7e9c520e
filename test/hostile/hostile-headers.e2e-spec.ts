import type { AddressInfo } from 'node:net';
import { ClientRegistry } from '@content-service/oauth-clients';
import { JSON_API } from '../support/api-client.js';
import { ALL_SCOPES } from '../support/managed-site.js';
import { OperatedClients } from '../support/operated-clients.js';
import { startApp, type TestApp } from '../support/app.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { growthOfWork, LINEAR } from '../support/work.js';

const COLLECTION = '/api/node/article';
const FORM = 'application/x-www-form-urlencoded';
/** The maximum length of a header in characters. */
const LONGEST = 8192;

interface Exchange {
  readonly method?: string;
  readonly target: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

const READ: Exchange = { target: COLLECTION };
const CREATION: Exchange = {
  method: 'POST',
  target: COLLECTION,
  headers: [['Content-Type', JSON_API]],
  body: '{}',
};
const TOKEN: Exchange = {
  method: 'POST',
  target: '/oauth/token',
  headers: [['Content-Type', FORM]],
  body: 'grant_type=client_credentials',
};
const BARE_TOKEN: Exchange = { ...TOKEN, headers: [] };
const CHANGE: Exchange = { method: 'PATCH', target: '/manage/settings/cors', body: '{}' };
const SESSION: Exchange = { method: 'POST', target: '/manage/session/token' };
const PAGE: Exchange = { target: '/user/login' };

/** Every header that the service or its libraries parse, with a request that parses it. */
const HEADERS: readonly (readonly [header: string, exchange: Exchange])[] = [
  ['Accept', READ],
  ['Accept', { target: '/oauth/authorize' }],
  ['Content-Type', { ...CREATION, headers: [] }],
  ['Content-Type', BARE_TOKEN],
  ['Content-Type', CHANGE],
  ['Content-Type', SESSION],
  ['Authorization', { target: COLLECTION }],
  ['Authorization', TOKEN],
  [
    'If-Match',
    { ...CREATION, method: 'DELETE', target: `${COLLECTION}/0190b0a0-0000-7000-8000-00000000dead` },
  ],
  ['If-Match', { ...CHANGE, headers: [['Content-Type', 'application/json']] }],
  ['If-None-Match', READ],
  ['If-None-Match', { target: '/openapi.json' }],
  ['Cookie', PAGE],
  ['Origin', { ...PAGE, method: 'POST', headers: [['Content-Type', FORM]], body: 'name=a&password=b' }],
  ['Sec-Fetch-Site', SESSION],
  ['Idempotency-Key', CREATION],
  ['X-Forwarded-For', TOKEN],
  ['X-Forwarded-Host', READ],
  ['X-Forwarded-Proto', READ],
  ['X-Request-Id', READ],
  ['Access-Control-Request-Headers', { ...READ, method: 'OPTIONS' }],
  ['Accept-Encoding', READ],
  ['Accept-Language', READ],
  ['traceparent', READ],
];

/** Values that cause backtracking in a parser: the repeated part and its surroundings. */
const PATTERNS: Readonly<Record<string, readonly [start: string, repeated: string, end: string]>> = {
  blanks: ['a', ' ', 'a'],
  'blanks of a charset': [`${FORM};charset=`, ' ', 'x y'],
  'blanks of a JSON charset': ['application/json;charset=', ' ', 'x y'],
  'blanks before a parameter': ['application/json', ' ', '; x'],
  'unclosed quotation marks': [`${JSON_API};a=`, '"a\\', ''],
  'escaped quotation marks': ['"', '\\"', ''],
  'empty strings': ['', '""', '"'],
  separators: ['', ';,', ''],
  'equals signs': [`${JSON_API};`, '=', ';'],
  'types with blanks': ['', 'text/html ; q = ', 'x'],
  'entity tags': ['', 'W/"1', ''],
  digits: ['"', '1', '-'],
  'a Bearer token': ['Bearer ', 'a.', ' '],
  'blanks of credentials': ['Basic', ' ', 'a b'],
  credentials: ['Basic ', 'JTol', '='],
  'session cookies': ['', 'session=; ', 'x'],
  addresses: ['', '1.1.1.1, ', 'x'],
  'colons of an address': ['', ':1', ''],
};

describe('a hostile header', () => {
  let app: TestApp;
  let port: number;
  let authorization: string;
  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: '1' });
    port = (app.nest.getHttpServer().address() as AddressInfo).port;
    authorization = await everyScope();
  });
  afterAll(() => app.stop());

  describe.each(HEADERS)('%s of %j', (name, httpContext) => {
    it.each(Object.entries(PATTERNS))('does work linear in its length: %s', async (_, pattern) => {
      const growth = await growthOfWork(
        LONGEST / 4 - 64,
        (size) => send(httpContext, name, buildValue(pattern, size)),
        4,
      );

      expect(growth).toBeLessThan(LINEAR);
    });
  });

  it.each([
    [COLLECTION, JSON_API],
    ['/api', JSON_API],
    ['/nowhere', JSON_API],
    ['/manage/keys', 'application/problem+json'],
    ['/oauth/token', 'application/json'],
    ['/user/login', 'application/json'],
  ])('of more than 8 KiB is 431 in the error form of %s', async (target, mediaType) => {
    const answer = await send({ target }, 'If-None-Match', 'x'.repeat(LONGEST + 1));

    expect([answer.status, answer.headers['content-type']]).toEqual([431, mediaType]);
    expect(answer.text).toContain('The header if-none-match has 8193 characters; at most 8192 are read.');
    expect(answer.text.length).toBeLessThan(500);
  });

  it('of 8 KiB is read', async () => {
    const answer = await send({ target: '/openapi.json' }, 'If-None-Match', 'x'.repeat(LONGEST));

    expect(answer.status).not.toBe(431);
  });

  it('of several lines counts with their total length', async () => {
    const line = ['Accept', 'x'.repeat(LONGEST / 2)] as const;
    const answer = await rawRequest(port, { target: COLLECTION, headers: [line, line] });

    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [{ status: '431', code: 'header_too_long', source: { header: 'accept' } }],
    });
  });

  it('does not change the limit of the request line', async () => {
    const answer = await rawRequest(port, { target: `${COLLECTION}?filter[title]=${'x'.repeat(60_000)}` });

    expect(answer.status).toBe(401);
  });

  function send({ headers = [], ...httpContext }: Exchange, name: string, value: string): Promise<RawAnswer> {
    const own = name === 'Authorization' ? [] : [['Authorization', authorization] as const];
    return rawRequest(port, { ...httpContext, headers: [...own, ...headers, [name, value] as const] });
  }

  /** The Authorization header of a client with all scopes, so that no request is refused before the header is parsed. */
  async function everyScope(): Promise<string> {
    const clients = new OperatedClients(app.nest.get(ClientRegistry));
    const { client, secret = '' } = await clients.register({
      label: 'Everything',
      allowedScopes: ALL_SCOPES,
    });
    const body = `grant_type=client_credentials&client_id=${client.id}&client_secret=${secret}`;
    const form = { method: 'POST', target: '/oauth/token', body, headers: [['Content-Type', FORM]] as const };
    const { text } = await rawRequest(port, form);
    return `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
  }
});

function buildValue([start, repeated, end]: readonly [string, string, string], size: number): string {
  const times = Math.floor((size - start.length - end.length) / repeated.length);
  return start + repeated.repeat(times) + end;
}
