import { createSocket } from 'node:dgram';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { getResource } from '../support/responses.js';
import { JSON_API } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { ALL_SCOPES, ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { SECRET } from '../support/oauth-site.js';

interface Event {
  readonly id: string;
  readonly action: string;
  readonly who: { readonly kind: string; readonly userId: string | null; readonly clientId: string | null };
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const ARTICLES = '/api/node/article';
const WRITE = { 'Content-Type': JSON_API };
const NDJSON = 'application/x-ndjson';

describe('the audit log', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const listEvents = async (query: string): Promise<readonly Event[]> => {
    const { body } = await manager.get(`/manage/audit-log?limit=100&${query}`);
    return (body as { items: Event[] }).items;
  };
  const create = async (attributes: object): Promise<string> => {
    const data = { type: 'node--article', attributes: { title: 'News', ...attributes } };
    return getResource(await manager.post(ARTICLES, { data }, WRITE)).id;
  };
  const update = (id: string, attributes: object) =>
    manager.patch(`${ARTICLES}/${id}`, { data: { type: 'node--article', id, attributes } }, WRITE);

  it('has an event for each write of an entry, with type, id, version and client', async () => {
    const id = await create({ status: false });
    await update(id, { title: 'Later' });
    await update(id, { status: true });
    await update(id, { status: false, title: 'Withdrawn' });
    await manager.delete(`${ARTICLES}/${id}`);

    const events = await listEvents(`subjectKind=entry&subjectId=${id}`);

    const recorded = events.map(({ action, details, who }) => [action, details, who.kind, who.clientId]);
    expect(recorded.sort((a, b) => getVersion(a[1]) - getVersion(b[1]))).toEqual([
      ['entry.created', { type: 'node--article', version: 1 }, 'client', manager.id],
      ['entry.changed', { type: 'node--article', version: 2 }, 'client', manager.id],
      ['entry.published', { type: 'node--article', version: 3 }, 'client', manager.id],
      expect.arrayContaining([{ type: 'node--article', version: 4 }]),
      expect.arrayContaining([{ type: 'node--article', version: 4 }]),
    ]);
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['entry.unpublished', 'entry.deleted']),
    );
  });

  it('has no event for a write that was refused', async () => {
    const id = await create({});

    await update(id, { title: '' });

    expect((await listEvents(`subjectKind=entry&subjectId=${id}`)).map(({ action }) => action)).toEqual([
      'entry.created',
    ]);
  });

  it('has one event for refused access of a principal to a route in a minute', async () => {
    const other = await site.withScopes('member');
    const refusals = () => listEvents(`action=access.refused&actor=${other.id}`);
    await other.get('/manage/users/a');
    await other.get('/manage/users/b');
    await other.get('/manage/keys');
    await eventually(async () => (await refusals()).length === 2);
    site.app.clock.advance(60);

    await other.get('/manage/users/a');

    await eventually(async () => (await refusals()).length === 3);
    expect((await refusals())[0]).toMatchObject({
      subject: { kind: 'route', id: '/manage/users/:id' },
      details: { method: 'GET' },
    });
  });

  it('has an event for the first and each tenth failed authentication of a client', async () => {
    const client = await site.oauth.client();
    const fail = (secret: string, id = client.id) =>
      site.oauth.postForm('/oauth/token', {
        ...{ grant_type: 'client_credentials', client_id: id, client_secret: secret },
      });
    for (let n = 0; n < 12; n++) await fail('w'.repeat(43));
    await fail(SECRET, 'a-secret-in-the-wrong-place');

    const events = await listEvents('action=client.authentication_failed');

    expect(events.map(({ subject, details }) => [subject?.id, details['failures']])).toEqual(
      expect.arrayContaining([
        [client.id, 1],
        [client.id, 10],
        [undefined, 1],
      ]),
    );
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).not.toContain('wrong-place');
  });

  describe('GET /manage/audit-log/export', () => {
    it('streams what the filters select as NDJSON, in the shape of the list', async () => {
      const ids = await Promise.all([create({}), create({})]);

      const answer = await manager.get('/manage/audit-log/export?action=entry.created');

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(NDJSON);
      const lines = getText(answer).trimEnd().split('\n');
      const events = lines.map((line) => JSON.parse(line) as Event);
      expect(events.map(({ subject }) => subject?.id)).toEqual(expect.arrayContaining(ids));
      expect(events).toEqual(await listEvents('action=entry.created'));
    });

    it('refuses a bad filter with 400 and other scopes with 403', async () => {
      const other = await site.withAllScopesExcept('site_settings:administer');

      expect((await manager.get('/manage/audit-log/export?since=yesterday')).status).toBe(400);
      expect((await other.get('/manage/audit-log/export')).status).toBe(403);
    });
  });
});

describe('the audit log of failures with made-up client ids', () => {
  let site: ManagedSite;
  beforeEach(async () => {
    site = await ManagedSite.start();
  });
  afterEach(() => site.stop());

  it.each(['none', 'recommended'] as const)('has few events, with rateLimits %s', async (rateLimits) => {
    const [own, manager] = [await site.oauth.client(), await site.administrator()];
    await site.app.site.settings({ rateLimits });
    const form = { grant_type: 'client_credentials', client_secret: SECRET, token: 'x' };
    const post = async (endpoint: string, client_id: string) =>
      (await site.oauth.postForm(`/oauth/${endpoint}`, { ...form, client_id })).status;
    const endpoints = ['token', 'revoke', 'introspect'];

    const statuses = new Set<number>();
    for (const endpoint of endpoints)
      for (let n = 0; n < 110; n++) statuses.add(await post(endpoint, `made-up-${n}`));

    const { body } = await manager.get('/manage/audit-log?limit=100&action=client.authentication_failed');
    // The first of 50 failures of each endpoint, and each tenth.
    expect((body as { items: Event[] }).items).toHaveLength(3 * 6);
    expect(statuses).toEqual(new Set([401, 429]));
    for (const endpoint of endpoints) expect(await post(endpoint, own.id)).toBe(200);
  });
});

describe('AUDIT_LOG_URL', () => {
  const started: { close(): unknown }[] = [];
  afterEach(() => {
    for (const server of started.splice(0)) server.close();
  });
  const getPort = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
  const createKey = async (url: string): Promise<() => Promise<void>> => {
    const site = await ManagedSite.start({ AUDIT_LOG_URL: url });
    await (
      await site.withScopes(...ALL_SCOPES)
    ).post('/manage/roles', {
      ...{ name: 'helper', label: 'Helper', scopes: ['member'] },
    });
    return () => site.stop();
  };

  it('gets events as NDJSON by POST, with the credentials of the URL', async () => {
    const requests: { headers: IncomingMessage['headers']; text: string }[] = [];
    const server = createHttpServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        requests.push({ headers: request.headers, text });
        response.writeHead(204).end();
      });
    });
    started.push(server);
    await listen(server);

    const stop = await createKey(`http://me:pass%20word@127.0.0.1:${getPort(server)}/audit`);
    await stop();

    const [first] = requests;
    expect(first?.headers).toMatchObject({
      'content-type': NDJSON,
      authorization: `Basic ${Buffer.from('me:pass word').toString('base64')}`,
    });
    const events = requests.flatMap(({ text }) => text.trimEnd().split('\n'));
    expect(events.map((line) => JSON.parse(line) as Event)).toContainEqual(
      expect.objectContaining({
        audit: true,
        action: 'role.created',
        subject: { kind: 'role', id: 'helper' },
      }),
    );
  });

  it('gets events by syslog over TCP, each behind its length', async () => {
    let text = Buffer.alloc(0);
    const server = createTcpServer((socket) => {
      socket.on('data', (chunk: Buffer) => (text = Buffer.concat([text, chunk])));
    });
    started.push(server);
    await listen(server);

    const stop = await createKey(`syslog://127.0.0.1:${getPort(server)}`);
    await stop();

    const messages = parseFrames(text);
    expect(messages.find((message) => message.includes('role.created'))).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ content-service \d+ role\.created - \ufeff\{"audit":true,"id":"/,
    );
  });

  it('gets events by syslog over UDP', async () => {
    const socket = createSocket('udp4');
    const messages: string[] = [];
    socket.on('message', (message) => messages.push(message.toString()));
    started.push(socket);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));

    const stop = await createKey(`syslog+udp://127.0.0.1:${getPort(socket)}`);
    await stop();

    await eventually(() => Promise.resolve(messages.some((message) => message.includes(' role.created - '))));
  });

  it('that cannot be reached holds up no request and no stop', async () => {
    const stop = await createKey('http://127.0.0.1:9/nothing');

    await expect(stop()).resolves.toBeUndefined();
  });
});

function getVersion(details: unknown): number {
  return (details as { version: number }).version;
}

function getText({ text, body }: { readonly text?: string; readonly body: unknown }): string {
  return text ?? (Buffer.isBuffer(body) ? body.toString() : '');
}

function listen(server: Server | ReturnType<typeof createHttpServer>): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** The messages of a stream with octet counting (RFC 6587 §3.4.1). */
function parseFrames(stream: Buffer): string[] {
  const messages: string[] = [];
  for (let rest = stream; rest.length > 0;) {
    const space = rest.indexOf(' ');
    const end = space + 1 + Number(rest.subarray(0, space).toString());
    messages.push(rest.subarray(space + 1, end).toString());
    rest = rest.subarray(end);
  }
  return messages;
}
