import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommandLine } from './run-command-line.js';

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

async function check(variables: Record<string, string>, ...options: string[]): Promise<Outcome> {
  const output = new PassThrough();
  const exitCode = await runCommandLine(['config', 'check', ...options], {
    variables: () => variables,
    input: new PassThrough(),
    output,
    errors: output,
  });
  output.end();
  return { exitCode, output: (await output.toArray()).join('') };
}

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
      expect.stringMatching(/^WORKERS must be auto or a number/),
      expect.stringMatching(/^PORT must be a number/),
      expect.stringMatching(/^REDIS_URL must be a URL such as/),
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
});
