import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from '../support/content-service.js';
import { freePort } from '../support/free-port.js';
import { launch, readText, type Variables } from '../support/server-process.js';

/** What keeps a process alive, as the connections of a driver do. */
const OPEN_HANDLE = 'setInterval(() => undefined, 1000);';
const MEMORY = `import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';`;
/** Storages that several processes may use, each of which has its own here. */
const SHARED = `${MEMORY} ${OPEN_HANDLE}
  class Shared extends RecordStorage {
    constructor(recorder) {
      super(new MemoryRecordStore(), recorder);
      this.entries.capabilities = { ...this.entries.capabilities, multiProcess: true };
    }
  }`;

const ADAPTERS: Readonly<Record<string, string>> = {
  'shared.js': `${SHARED} export const createStorage = ({ recorder }) => new Shared(recorder);`,
  'single.js': `${MEMORY} ${OPEN_HANDLE} export const createStorage = ({ recorder }) =>
    new RecordStorage(new MemoryRecordStore(), recorder);`,
  'throwing.js': `${OPEN_HANDLE} export const createStorage = () => { throw new Error('The url is wrong.'); };`,
  'not-opening.js': `${SHARED} export const createStorage = ({ recorder }) =>
    Object.assign(new Shared(recorder), { open: () => Promise.reject(new Error('It is locked.')) });`,
  'not-migrating.js': `${SHARED} export const createStorage = ({ recorder }) => Object.assign(new Shared(recorder), {
    isMigrated: async () => false,
    schemaStatus: async () => { throw new Error('It has no version.'); },
    close: () => new Promise(() => undefined),
  });`,
  'not-reading.js': `${SHARED} export const createStorage = ({ recorder }) => {
    const storage = new Shared(recorder);
    storage.signingKeys.list = () => Promise.reject(new Error('The keys are damaged.'));
    return storage;
  };`,
  'no-sink.js': `${OPEN_HANDLE} export const createEventSink = () => ({ open() {} });`,
};

interface End {
  readonly code: number | null;
  readonly text: string;
}

describe('content-service serve, when it cannot start', () => {
  let folder: string;
  let taken: Server;
  let takenPort: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    for (const [name, source] of Object.entries(ADAPTERS)) writeFileSync(join(folder, name), source);
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    takenPort = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => {
    taken.close();
    rmSync(folder, { recursive: true });
  });

  /** @returns when the process and those that it has started have ended */
  const serve = async (adapter: string, variables: Variables): Promise<End> => {
    const child = launch([COMMAND, 'serve'], {
      ...{ LOG_LEVEL: 'fatal', PORT: String(await freePort()), KEY_SECRET: 'k'.repeat(32) },
      STORAGE_ADAPTER: join(folder, adapter),
      ...variables,
    });
    const [output, errors, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, text: output + errors };
  };

  const PROCESSES: readonly Variables[] = [{}, { WORKERS: '2', ROLES: 'api' }];

  it.each<[string, string, () => Variables, string]>([
    ['a variable has a wrong value', 'shared.js', () => ({ MAX_IN_FLIGHT: 'many' }), 'MAX_IN_FLIGHT must be'],
    ['the adapter is missing', 'missing.js', () => ({}), 'cannot be loaded'],
    ['the factory throws', 'throwing.js', () => ({}), 'cannot be opened: The url is wrong.'],
    ['the storage cannot be opened', 'not-opening.js', () => ({}), 'cannot be opened: It is locked.'],
    ['its schema cannot be read, and it never closes', 'not-migrating.js', () => ({}), 'It has no version.'],
    ['a module fails after others have begun', 'not-reading.js', () => ({}), 'The keys are damaged.'],
    ['the port is taken', 'shared.js', () => ({ PORT: takenPort }), 'cannot listen on HOST 127.0.0.1, PORT'],
    [
      'the port of metrics is taken',
      'shared.js',
      () => ({ METRICS_PORT: takenPort }),
      'The listener of metrics cannot listen on METRICS_HOST 127.0.0.1, METRICS_PORT',
    ],
    [
      'the address is not one of this machine',
      'shared.js',
      () => ({ HOST: '192.0.2.1' }),
      'this machine does not have that address',
    ],
  ])(
    'ends with exit code 1 in one process, and with workers of one role: %s',
    async (_, adapter, get, text) => {
      const ends = await Promise.all(
        PROCESSES.map((processes) => serve(adapter, { ...processes, ...get() })),
      );

      expect(ends).toEqual(PROCESSES.map(() => ({ code: 1, text: expect.stringContaining(text) as string })));
    },
  );

  it.each<[string, string, Variables, string]>([
    ['with several workers', 'single.js', { WORKERS: '2' }, 'WORKERS must be 1: only one process can use'],
    [
      'with a part of the roles',
      'single.js',
      { ROLES: 'worker' },
      'ROLES must be api,worker: only one process',
    ],
    [
      'with an unusable event sink',
      'shared.js',
      { BROKER_URL: 'x://broker', EVENT_SINK_ADAPTER: 'no-sink.js' },
      'returned an event sink without publish, close.',
    ],
  ])('ends with exit code 1, and `config check` finds it: %s', async (_, adapter, variables, text) => {
    const { EVENT_SINK_ADAPTER: sink } = variables;
    const all = { ...variables, ...(sink === undefined ? {} : { EVENT_SINK_ADAPTER: join(folder, sink) }) };
    const check = launch([COMMAND, 'config', 'check'], {
      ...{ STORAGE_ADAPTER: join(folder, adapter), KEY_SECRET: 'k'.repeat(32) },
      ...all,
    });

    const [end, found, [code]] = await Promise.all([
      serve(adapter, all),
      readText(check.stdout),
      once(check, 'close') as Promise<[number]>,
    ]);

    expect(end).toEqual({ code: 1, text: expect.stringContaining(text) as string });
    expect([code, found]).toEqual([1, expect.stringContaining(text)]);
  });
});
