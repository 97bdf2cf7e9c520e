import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { EVENTS_POLL_MS } from '@content-service/events';
import { JOB_LEASE_SECONDS } from '@content-service/jobs';
import { MODEL_JOB_AFTER_MS } from '@content-service/site-jobs';
import { runCommandLine } from './run-command-line.js';

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

async function check(variables: Record<string, string>, ...options: string[]): Promise<Outcome> {
  return checkWithFile(variables, undefined, ...options);
}

async function checkWithFile(
  variables: Record<string, string>,
  variablesFile: string | undefined,
  ...options: string[]
): Promise<Outcome> {
  const output = new PassThrough();
  const exitCode = await runCommandLine(['config', 'check', ...options], {
    variables: () => variables,
    ...(variablesFile === undefined ? {} : { variablesFile }),
    input: new PassThrough(),
    output,
    errors: output,
  });
  output.end();
  return { exitCode, output: (await output.toArray()).join('') };
}

/** Addresses with which the listener of metrics has that of the service. */
const SAME_ADDRESSES: readonly Record<string, string>[] = [
  { HOST: 'localhost' },
  { HOST: '0.0.0.0', BASE_URL: 'https://www.example.com' },
  { METRICS_HOST: '::' },
];

describe('config check', () => {
  it('prints every error of the variables with the name of its variable', async () => {
    const result = await check({
      PORT: 'http',
      WORKERS: '0',
      DATABASE_URL: 'mariadb://content:password@db.example/content',
      KEY_SECRET_FILE: '/nonexistent/key',
      REDIS_URL: 'http://:open-sesame@redis.example',
    });

    expect(result).toEqual({ exitCode: 1, output: expect.anything() });
    expect(result.output.trimEnd().split('\n')).toEqual([
      "The file of KEY_SECRET_FILE cannot be read: '/nonexistent/key' (ENOENT).",
      expect.stringMatching(/^PORT must be a number/),
      expect.stringMatching(/^REDIS_URL must be a URL such as/),
      expect.stringMatching(/^WORKERS must be auto or a number/),
    ]);
    expect(result.output).not.toContain('open-sesame');
  });

  it('prints errors as JSON', async () => {
    const { exitCode, output } = await check({ LOG_LEVEL: 'loud' }, '--json');

    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toEqual({
      valid: false,
      errors: [{ variable: 'LOG_LEVEL', message: expect.stringContaining("got 'loud'.") as string }],
    });
  });

  it('prints the values that apply and where they are from, without secrets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    writeFileSync(join(folder, 'key'), `${'k'.repeat(40)}\n`);

    const { exitCode, output } = await check({
      DATABASE_URL: 'mariadb://content:pass-word@db.example:3307/content?ssl=pass-word',
      DATABASE_REPLICA_URLS:
        'mysql://reader:pass-word@replica1/content,mysql://reader:pass-word@replica2/content',
      KEY_SECRET_FILE: join(folder, 'key'),
      INITIAL_CLIENT_ID: 'website',
      INITIAL_CLIENT_SECRET: 'S'.repeat(43),
      PORT: '8080',
    });
    rmSync(folder, { recursive: true });

    expect(exitCode).toBe(0);
    expect(output.split('\n')).toEqual(
      expect.arrayContaining([
        'DATABASE_URL = mariadb://db.example:3307/…',
        'DATABASE_REPLICA_URLS = mysql://replica1/…,mysql://replica2/…',
        'KEY_SECRET = (secret)  (from a file)',
        'INITIAL_CLIENT_SECRET = (secret)',
        'PORT = 8080',
        'HOST = 127.0.0.1  (default)',
        'METRICS_PORT = (unset)',
      ]),
    );
    expect(output).not.toMatch(/pass-word|kkkk|SSSS/);
  });

  it.each<[Record<string, string>, string]>([
    [
      { PURGE_URL: 'http://127.0.0.1:6081/' },
      'PURGE_URL needs PURGE_DRIVER beside it, which names the cache.',
    ],
    [{ PURGE_TOKEN: 'token' }, 'PURGE_TOKEN needs PURGE_DRIVER beside it, which names the cache.'],
    ...SAME_ADDRESSES.map((address): [Record<string, string>, string] => [
      { ...address, PORT: '4166', METRICS_PORT: '4166' },
      'METRICS_PORT must be another port than PORT, which is 4166: metrics have a listener of their own.',
    ]),
    [
      { DATABASE_URL: 'sqlite:/proc/content-service/content.sqlite' },
      'The database of DATABASE_URL cannot be made below /proc: ENOENT.',
    ],
    [{ DATABASE_URL: 'sqlite:/tmp' }, 'The database of DATABASE_URL is not a file: /tmp.'],
    [
      { STORAGE_ADAPTER: './missing.js', KEY_SECRET: 'k'.repeat(32) },
      "STORAGE_ADAPTER './missing.js' cannot be loaded",
    ],
  ])('finds what the start would refuse: %j', async (variables, sentence) => {
    expect(await check(variables)).toEqual({
      exitCode: 1,
      output: expect.stringContaining(sentence) as string,
    });
  });

  it.each<Record<string, string>>([
    { PORT: '4166', METRICS_PORT: '4166', HOST: '127.0.0.1', METRICS_HOST: '127.0.0.2' },
    { PORT: '0', METRICS_PORT: '0', BASE_URL: 'http://127.0.0.1:4166' },
  ])('accepts listeners that do not meet: %j', async (variables) => {
    expect(await check({ DATABASE_URL: 'memory:', ...variables })).toMatchObject({ exitCode: 0 });
  });

  it('names what is in .env and no variable of the service, unless an adapter may read it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    const file = join(folder, '.env');
    writeFileSync(file, 'PROT=1\nLOG_LEVEL=warn\nTZ=UTC\nNODE_OPTIONS=\nKEY_SECRET_FILE=\n#HOTS=x\n');
    writeFileSync(
      join(folder, 'adapter.js'),
      `import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
       export const createStorage = () => new RecordStorage(new MemoryRecordStore());`,
    );

    const alone = await checkWithFile({ DATABASE_URL: 'memory:' }, file);
    const variables = { STORAGE_ADAPTER: join(folder, 'adapter.js'), KEY_SECRET: 'k'.repeat(32) };
    const withAdapter = await checkWithFile(variables, file);
    rmSync(folder, { recursive: true });

    expect(alone).toEqual({
      exitCode: 1,
      output: `PROT in ${file} is not a variable of the service (docs/configuration.md).\n`,
    });
    expect(withAdapter.exitCode).toBe(0);
  });

  it('names what is set and no longer read, in the environment and in .env, unless it is empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    const file = join(folder, '.env');
    writeFileSync(file, 'JOB_LEASE_SECONDS=60\nEVENTS_POLL_MS=\n');

    const found = await checkWithFile(
      { DATABASE_URL: 'memory:', JOB_LEASE_SECONDS: '60', EVENTS_POLL_MS: '', CLOCK_OFFSET_SECONDS: '0' },
      file,
    );
    rmSync(folder, { recursive: true });

    expect(found).toEqual({
      exitCode: 1,
      output:
        'JOB_LEASE_SECONDS is no longer read and can be removed: its value is fixed at 30 seconds.\n' +
        'CLOCK_OFFSET_SECONDS is no longer read and can be removed: the service uses the clock of the machine.\n',
    });
  });

  it.each([
    ['EVENTS_POLL_MS', EVENTS_POLL_MS],
    ['JOB_LEASE_SECONDS', JOB_LEASE_SECONDS],
    ['MODEL_JOB_AFTER_MS', MODEL_JOB_AFTER_MS],
  ])('names the value that applies in place of %s', async (name, value) => {
    const { output } = await check({ DATABASE_URL: 'memory:', [name]: '7' });

    expect(output).toMatch(new RegExp(`^${name} is no longer read .* fixed at ${value} `));
  });

  it('creates nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'));

    const { exitCode } = await check({ DATABASE_URL: `sqlite:${join(folder, 'data/content.sqlite')}` });
    const files = readdirSync(folder);
    rmSync(folder, { recursive: true });

    expect(exitCode).toBe(0);
    expect(files).toEqual([]);
  });

  it('prints the variables in the order of docs/configuration.md', async () => {
    const page = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name]) => name);

    const { output } = await check({ DATABASE_URL: 'memory:' });

    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(' ', 1)[0]),
    ).toEqual(documented);
  });
});
