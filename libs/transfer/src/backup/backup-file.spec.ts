import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NO_MONITOR } from '@content-service/kernel';
import { BackupFile } from './backup-file.js';

describe('BackupFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'an extended header of 5 MiB',
      createHeader('x', encodeOctal(5 * 1024 * 1024)),
      'Header exceeds max size',
    ],
    [
      'a file of -256 bytes',
      createHeader('0', Buffer.from('ffffffffffffffffffffff00', 'hex')),
      'Invalid header',
    ],
  ])('refuses an archive with %s', async (_, header, reason) => {
    const path = join(folder, 'site.tar.gz');
    writeFileSync(path, gzipSync(Buffer.concat([header, Buffer.alloc(6 * 1024 * 1024)])));

    await expect(BackupFile.open(path, NO_MONITOR)).rejects.toThrow(
      `The backup is damaged at its beginning: ${reason}. Nothing was restored.`,
    );
  });
});

function encodeOctal(size: number): Buffer {
  return Buffer.from(`${size.toString(8).padStart(11, '0')} `);
}

/**
 * A header of a tar archive (POSIX.1-2001 «ustar Interchange Format»).
 *
 * @param type `0` for a file, `x` for an extended header
 * @param size the twelve bytes of the member `size`
 */
function createHeader(type: string, size: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write('users-000001.ndjson', 0);
  header.write('0000600', 100);
  size.copy(header, 124);
  header.write('00000000000', 136);
  header.write(`        ${type}`, 148);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
