import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { runToEnd, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { installExample, packLibraries, runTests } from '../support/packed-packages.js';

/** The Redis of the tests (`.config/redis.js`). */
const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'event-sink-adapter-'));
  await packLibraries(join(folder, 'packages'));
  database = await createTestDatabase();
  await prepareSite(database.url);
});
afterAll(async () => {
  await database.remove();
  rmSync(folder, { recursive: true });
});

describe('EVENT_SINK_ADAPTER', () => {
  it.each([
    [
      'a path without a file',
      './missing.js',
      undefined,
      /EVENT_SINK_ADAPTER '.*' cannot be loaded: Cannot find module '.*missing\.js'/,
    ],
    [
      'a module without createEventSink',
      'no-factory.js',
      'export const open = 1;',
      /must export a function createEventSink\(options\) that returns an EventSink; it exports open\./,
    ],
    [
      'a sink without some methods',
      'incomplete.js',
      'export const createEventSink = () => ({ open() {} });',
      /returned an event sink without publish, close\./,
    ],
    [
      'an adapter that refuses its options',
      'refusing.js',
      `export const createEventSink = ({ url }) => { throw new Error('BROKER_URL must be y:, got ' + url); };`,
      /BROKER_URL must be y:, got x:\/\/broker/,
    ],
  ])('stops the start for %s', async (_, name, source, message) => {
    const path = join(folder, name);
    if (source !== undefined) writeFileSync(path, source);
    // A database of its own: a start without a first client creates one.
    const empty = await createTestDatabase();
    const variables = {
      EVENT_SINK_ADAPTER: source === undefined ? name : path,
      BROKER_URL: 'x://broker',
      PORT: '0',
      BASE_URL: 'http://127.0.0.1:1',
    };

    const { code, output, errors } = await runToEnd(empty.url, variables, 'serve');
    await empty.remove();

    expect(errors + output).toMatch(message);
    expect(code).toBe(1);
  });
});

describe('examples/event-sink-redis, installed from the packed libraries outside of the repository', () => {
  let adapter: string;
  beforeAll(async () => {
    adapter = join(folder, 'adapter');
    await installExample('event-sink-redis', adapter, join(folder, 'packages'));
  });

  it('passes the conformance kit with node:test', async () => {
    const { failures, passed, failed } = await runTests(adapter, { REDIS_URL });

    expect(failures).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBe(12);
  });

  it('is the sink of the service, which publishes a write to the stream', async () => {
    const prefix = `test-${randomUUID().slice(0, 8)}`;
    const redis = new Redis(REDIS_URL);
    const service = await startService(database.url, {
      EVENT_SINK_ADAPTER: join(adapter, 'index.js'),
      ...{ BROKER_URL: REDIS_URL, BROKER_PREFIX: prefix, BROKER_MANAGE: 'true', BROKER_EVENTS: 'entries' },
    });
    const read = (): Promise<[string, string[]][]> => redis.xrange(`${prefix}:events`, '-', '+');

    try {
      const api = await createAdministrator(service);
      // The first start begins with the present: events from then on.
      await eventually(async () => (await redis.exists(`${prefix}:events`)) === 1);
      const { id } = await api.create('node--tally', { attributes: { title: 'Tally', field_count: 1 } });
      await eventually(async () => (await read()).length > 0);

      const [[, fields] = ['', []]] = await read();
      expect(fields).toEqual(expect.arrayContaining(['entry.node.tally.created']));
      const body: unknown = JSON.parse(fields[fields.indexOf('body') + 1] ?? '');
      expect(body).toMatchObject({ specversion: '1.0', subject: `node--tally/${id}` });
    } finally {
      await service.stop();
      await redis.del(`${prefix}:events`);
      redis.disconnect();
    }
  });
});
