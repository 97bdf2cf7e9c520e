import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveFile } from './receive-file.js';

const MEBIBYTE = 1024 * 1024;

describe('receiveFile', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-received-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function* createChunks(sizes: readonly number[]): AsyncGenerator<Buffer> {
    for (const [n, size] of sizes.entries()) yield Buffer.alloc(size, n + 1);
  }

  it.each([
    ['nothing', []],
    ['a few bytes', [1, 2]],
    ['chunks that do not end where parts of the file end', [100_000, 262_144, 162_143, 1, 300_000]],
    ['more than is freed at once', Array<number>(150).fill(65_536)],
  ])('writes %s, with its size and checksum', async (_, sizes) => {
    const whole: Buffer[] = [];
    for await (const chunk of createChunks(sizes)) whole.push(chunk);
    const expected = Buffer.concat(whole);
    const counted: number[] = [];

    const { path, bytes, checksum } = await receiveFile(createChunks(sizes), folder, (count) => {
      counted.push(count);
    });

    expect((await readFile(path)).equals(expected)).toBe(true);
    expect([bytes, counted.at(-1) ?? 0]).toEqual([expected.length, expected.length]);
    expect(checksum).toBe(createHash('sha256').update(expected).digest('hex'));
  });

  it('leaves nothing of a file that is ended', async () => {
    const ended = receiveFile(createChunks([65_536, 65_536]), folder, (count) => {
      if (count > 65_536) throw new Error('Too large');
    });

    await expect(ended).rejects.toThrow('Too large');
    expect(await readdir(folder)).toEqual([]);
  });

  it('frees the buffers of a large file long before V8 would, which marks the whole heap at 32 MiB', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;

    await receiveFile(createChunks(Array<number>(2048).fill(65_536)), folder, () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });

    expect(most).toBeLessThan(20 * MEBIBYTE);
  });

  it('leaves the garbage collector of V8 out of reach of other code', async () => {
    await receiveFile(createChunks(Array<number>(200).fill(65_536)), folder, () => undefined);

    expect(Object.hasOwn(globalThis, 'gc')).toBe(false);
    expect((await import('node:vm')).runInNewContext('typeof gc')).toBe('undefined');
  });
});
