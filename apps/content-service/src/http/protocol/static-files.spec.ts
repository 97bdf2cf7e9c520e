import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request, { type Response } from 'supertest';
import { COMPRESSION } from './content-coding.js';
import { sendStaticFile } from './static-files.js';

const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
writeFileSync(join(folder, 'page.js'), 'plain');
writeFileSync(join(folder, 'page.js.br'), 'brotli');
writeFileSync(join(folder, 'page.js.gz'), 'gzip');
writeFileSync(join(folder, 'alone.css'), 'alone');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function serve(isCompressing: boolean): Server {
  const app = express();
  app.set(COMPRESSION, isCompressing);
  app.get('/:name', (req, response, next) => {
    sendStaticFile(response, folder, req.params.name).catch(next);
  });
  return app.listen(0, '127.0.0.1');
}

describe('sendStaticFile', () => {
  const compressing = serve(true);
  const plain = serve(false);
  afterAll(() => {
    compressing.close();
    plain.close();
  });

  /** Gets the bytes as they were sent. */
  const get = (server: Server, name: string, coding: string): Promise<Response> =>
    request(server)
      .get(`/${name}`)
      .set('Accept-Encoding', coding)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          done(null, Buffer.concat(chunks).toString());
        });
      });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
  ])(
    'sends to a client that accepts %s the copy of coding %s with the type of the file',
    async (accepted, coding) => {
      const { headers } = await request(compressing).head('/page.js').set('Accept-Encoding', accepted);

      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-type': 'text/javascript; charset=utf-8',
        'content-length': String({ br: 'brotli', gzip: 'gzip' }[coding]?.length),
        vary: 'Accept-Encoding',
      });
    },
  );

  it.each(['identity', 'gzip;q=0', 'deflate'])(
    'sends the file itself to a client that accepts %s',
    async (accepted) => {
      const { headers, body } = await get(compressing, 'page.js', accepted);

      expect(body).toBe('plain');
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Accept-Encoding');
    },
  );

  it('sends a file without copies as it is', async () => {
    const { headers, body } = await get(compressing, 'alone.css', 'br');

    expect([headers['content-encoding'], body]).toEqual([undefined, 'alone']);
  });

  it('sends no copy when compression is off', async () => {
    const { headers, body } = await get(plain, 'page.js', 'br');

    expect([headers['content-encoding'], headers['vary'], body]).toEqual([undefined, undefined, 'plain']);
  });

  it.each(['missing.js', '..%2Fpackage.json', '%00', 'page.js%2F'])('finds no file %s', async (name) => {
    expect((await get(compressing, name, 'br')).status).toBe(404);
  });
});
