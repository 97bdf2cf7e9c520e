// A file server without access check and headers, with which the service's is compared. Configured by PORT and FOLDER:
// GET sends the file `picture`, POST copies its body to a file, with its checksum and `fsync`, and removes it, GET /render makes a
// picture of `original`, and GET /delay tells the 99th percentile of the delay of the event loop in milliseconds since the last such request.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';

const folder = process.env['FOLDER'] ?? '.';
const picture = join(folder, 'picture');
sharp.cache(false);
sharp.concurrency(1);
const delays = monitorEventLoopDelay();
delays.enable();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    await copy(request);
    response.writeHead(201).end();
  } else if (request.url === '/delay') {
    response.end(String(delays.percentile(99) / 1_000_000));
    delays.reset();
  } else if (request.url?.startsWith('/render') === true) {
    const path = join(folder, randomUUID());
    await sharp(join(folder, 'original'), { sequentialRead: true }).resize(1200).webp().toFile(path);
    await rm(path);
    response.end();
  } else {
    response.setHeader('Content-Length', (await stat(picture)).size);
    await pipeline(createReadStream(picture), response);
  }
}

/** What no upload can do without: the checksum is in its entry, and its bytes are on the disk before that. */
async function copy(request: IncomingMessage): Promise<void> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  await pipeline(
    request,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flush: true }),
  );
  hash.digest('hex');
  await rm(path);
}

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
