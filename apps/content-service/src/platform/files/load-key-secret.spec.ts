import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../config/config.js';
import { loadKeySecret } from './load-key-secret.js';

describe('loadKeySecret', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const beside = (name: string): ReturnType<typeof parseConfig> =>
    parseConfig({ DATABASE_URL: `sqlite:${join(folder, name, 'content.sqlite')}` });

  it('returns the configured secret', () => {
    expect(loadKeySecret(parseConfig({ KEY_SECRET: 'k'.repeat(32) }))).toBe('k'.repeat(32));
  });

  it('creates the secret once, beside the SQLite file, readable by its owner only', () => {
    const secret = loadKeySecret(beside('data'));

    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(loadKeySecret(beside('data'))).toBe(secret);
    expect(loadKeySecret(beside('elsewhere'))).not.toBe(secret);
    expect(statSync(join(folder, 'data', 'key.secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });
});
