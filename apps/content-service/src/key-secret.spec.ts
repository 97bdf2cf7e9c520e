import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFrom } from './config.js';
import { keySecret } from './key-secret.js';

describe('keySecret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const beside = (name: string): ReturnType<typeof configFrom> =>
    configFrom({ DATABASE_URL: `sqlite:${join(folder, name, 'content.sqlite')}` });

  it('is the one that is configured', () => {
    expect(keySecret(configFrom({ KEY_SECRET: 'k'.repeat(32) }))).toBe('k'.repeat(32));
  });

  it('is made once beside a SQLite file, for its owner alone', () => {
    const secret = keySecret(beside('data'));

    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keySecret(beside('data'))).toBe(secret);
    expect(keySecret(beside('elsewhere'))).not.toBe(secret);
    expect(statSync(join(folder, 'data', 'key.secret')).mode & 0o777).toBe(0o600);
  });
});
