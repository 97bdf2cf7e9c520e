import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../platform/config/config.js';
import { openStorage } from './open-storage.js';

describe('openStorage', () => {
  it('refuses several workers for a storage that only one process can use', async () => {
    const config = Object.assign(parseConfig({ DATABASE_URL: 'memory:' }), { workers: 2 });

    await expect(openStorage(config)).rejects.toMatchObject({ code: 'workers_unsupported' });
  });

  it('creates the files and the folder of a SQLite database readable by their owner only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    const data = join(folder, 'data');

    const storage = await openStorage(
      parseConfig({ DATABASE_URL: `sqlite:${join(data, 'content.sqlite')}` }),
    );
    const modes = readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o777]);
    await storage.close();
    const folderMode = statSync(data).mode & 0o777;
    rmSync(folder, { recursive: true });

    expect(Object.fromEntries(modes)).toEqual({
      'content.sqlite': 0o600,
      'content.sqlite-shm': 0o600,
      'content.sqlite-wal': 0o600,
    });
    expect(folderMode).toBe(0o700);
  });
});
