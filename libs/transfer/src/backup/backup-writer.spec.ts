import { BackupWriter } from './backup-writer.js';

describe('BackupWriter', () => {
  it('fails instead of waiting when its file cannot be written', async () => {
    const writer = new BackupWriter('/dev/full', new Date(0));
    const lines = Array.from({ length: 200 }, () => ({
      noise: crypto.getRandomValues(new Uint8Array(30_000)),
    }));

    await expect(writer.addLines('site', lines)).rejects.toMatchObject({ code: 'ENOSPC' });
    await writer.abort();
  });
});
