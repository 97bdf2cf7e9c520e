import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Writable } from 'node:stream';
import { Workplace } from './workplace.js';

interface ClientSecret {
  readonly client_id: string;
  readonly client_secret: string;
}

describe('the command line', () => {
  let workplace: Workplace;
  beforeEach(() => {
    workplace = new Workplace();
  });
  afterEach(() => {
    workplace.remove();
  });

  it('creates, shows, changes and deletes API clients', async () => {
    const created = (await workplace.json(
      ...['create-client', '--label', 'Site', '--scopes', 'content:administer,member'],
      ...['--redirect-uri', 'https://app.example/callback'],
    )) as ClientSecret;
    expect(created).toEqual({
      client_id: created.client_id,
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    });

    await workplace.json('update-client', created.client_id, '--scopes', 'all', '--disable');
    expect(await workplace.json('show-client', created.client_id)).toMatchObject({
      label: 'Site',
      enabled: false,
      redirect_uris: ['https://app.example/callback'],
      scopes: expect.arrayContaining(['canvas:page:read']),
    });

    await workplace.json('delete-client', created.client_id);
    const gone = await workplace.run('show-client', created.client_id);
    expect([gone.code, gone.errors]).toEqual([
      1,
      `content-service: There is no API client '${created.client_id}'.\n`,
    ]);
  });

  it.each(['--grace-seconds', '--grace'])('rotates the secret of an API client with %s', async (option) => {
    const created = (await workplace.json('create-client', '--label', 'Site')) as ClientSecret;
    const rotate = ['rotate-secret', created.client_id, option];

    const rotated = (await workplace.json(...rotate, '60')) as ClientSecret;
    const refused = await workplace.run(...rotate, '6e1');

    expect(rotated.client_secret).not.toBe(created.client_secret);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('Must be a whole number of seconds from 0, in digits.');
  });

  it('refuses an unknown type and a malformed cursor of events', async () => {
    expect((await workplace.run('events', 'tail', '--type', 'no.such')).errors).toBe(
      "content-service: --type must be a type of events such as entry.published, got 'no.such'.\n",
    );
    expect((await workplace.run('events', 'tail', '--after', 'x')).code).toBe(1);
  });

  it('reads and changes site settings', async () => {
    await workplace.json('settings', 'set', 'allowedOperations', 'read_write');
    await workplace.json('settings', 'set', 'corsOrigins', '["https://app.example"]');
    await workplace.json('settings', 'set', 'requirePkce', 'true');

    expect(await workplace.json('settings', 'get')).toMatchObject({
      publicAccess: false,
      allowedOperations: 'read_write',
      corsOrigins: ['https://app.example'],
      requirePkce: true,
    });
    expect((await workplace.run('settings', 'set', 'publicAccess', 'maybe')).errors).toBe(
      'content-service: publicAccess must be true or false, got "maybe".\n',
    );
  });

  it('demo loads its content once, creates the first client and allows writing', async () => {
    const first = (await workplace.json('demo')) as ClientSecret;
    const second = await workplace.json('demo');

    expect(first).toMatchObject({ inserted: 87, problems: [], warnings: [], client_id: expect.any(String) });
    expect(second).toMatchObject({ inserted: 0, updated: 0, unchanged: 87 });
    expect(second).not.toHaveProperty('client_secret');
    expect(await workplace.json('settings', 'get', 'allowedOperations')).toEqual({
      allowedOperations: 'read_write',
    });
    expect(await workplace.json('verify')).toEqual({ drifts: [] });
  });

  it('import accepts the output of export', async () => {
    await workplace.run('demo');
    const package1 = workplace.path('one.ndjson');

    expect((await workplace.run('export', package1)).code).toBe(0);

    expect(await workplace.json('import', package1)).toMatchObject({ inserted: 0, updated: 0, problems: [] });
    expect((await workplace.run('export')).output).toBe(readFileSync(package1, 'utf8'));
  });

  it('import reads files as programs on Windows write them, and names others as what they are', async () => {
    await workplace.run('demo');
    const { output } = await workplace.run('export');
    const file = workplace.path('windows.ndjson');
    for (const bytes of [Buffer.from(`\ufeff${output}`), Buffer.from(`\ufeff${output}`, 'utf16le')]) {
      writeFileSync(file, bytes);
      expect(await workplace.json('import', file)).toMatchObject({ inserted: 0, updated: 0, problems: [] });
    }

    writeFileSync(file, gzipSync(output));
    expect(await workplace.run('import', file)).toMatchObject({
      ...{
        code: 1,
        errors: expect.stringContaining('This is compressed (gzip), not text in UTF-8 or UTF-16.'),
      },
    });
  });

  it('export shows its progress on a terminal', async () => {
    await workplace.run('demo');
    workplace.isTerminal = true;

    const { code, errors } = await workplace.run('export', workplace.path('shown.ndjson'));

    workplace.isTerminal = false;
    expect(code).toBe(0);
    expect(errors).toMatch(/export \[.*\] \d+% \|/);
  });

  it('export ends without an error when its output is closed', async () => {
    const brokenPipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    workplace.output = new Writable({
      write: (_chunk, _encoding, done) => {
        done(brokenPipe);
      },
    });

    expect(await workplace.run('export')).toEqual({ code: 0, output: '', errors: '' });
  });

  it('import reports faulty lines by number and exits with an error', async () => {
    const file = workplace.path('faulty.ndjson');
    writeFileSync(file, '{"kind":"header","format":"content-service/site@1"}\n{"kind":"block"}\n');

    const { code, output } = await workplace.run('import', file);

    expect(code).toBe(1);
    expect(output).toContain("line 2 (refused): Unknown kind 'block'.");
  });

  it.each([
    ['create-client', 2, "required option '--label <text>' not specified"],
    ['create-client --label Website --scopes foo', 1, "There is no scope 'foo'. Known: content:administer, "],
    ['import /nonexistent', 1, "There is no file or folder '/nonexistent'."],
    ['import /tmp', 1, 'A folder was given where a file is needed.'],
    ['restore-drill /nonexistent', 1, "There is no file or folder '/nonexistent'."],
    ['export /nonexistent/site.ndjson', 1, "There is no file or folder '/nonexistent"],
  ])('says what is wrong with %s', async (line, exitCode, sentence) => {
    const { code, errors } = await workplace.run(...line.split(' '));

    expect(code).toBe(exitCode);
    expect(errors).toContain(sentence);
  });

  it('names the kinds of jobs, and no empty defaults, in --help', async () => {
    expect((await workplace.run('job', 'run', '--help')).output).toMatch(
      /kind +what it does \(choices: "index.rebuild"/,
    );
    expect((await workplace.run('import-jsonapi', '--help')).output).not.toMatch(/default: [{[]/);
  });

  it('exits with 2 on a usage error and with 0 after --help', async () => {
    expect((await workplace.run('no-such-command')).code).toBe(2);
    expect((await workplace.run('create-client', '--no-such-option')).code).toBe(2);
    expect((await workplace.run('create-client', '--help')).code).toBe(0);
  });

  it('reports all faulty environment variables', async () => {
    const confused = new Workplace({ PORT: 'x', LOG_LEVEL: 'loud' });

    const { code, errors } = await confused.run('settings', 'get');

    expect(code).toBe(1);
    expect(errors.trim().split('\n')).toEqual([
      "content-service: PORT must be a number from 0 to 65535 without leading zeros, got 'x'.",
      "content-service: LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, got 'loud'.",
    ]);
    confused.remove();
  });
});
