import { crc32, deflateSync } from 'node:zlib';
import { ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { FileStore, sweepFiles } from '@content-service/files';
import { JobRunner, JobService } from '@content-service/jobs';
import { SERVICE_CONTEXT } from '@content-service/audit';
import type { Json, JsonObject } from '@content-service/kernel';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { SECRET, startApp, type TestApp } from '../support/app.js';

export const REPORTS = '/api/node/report';

/** A site whose reports have a picture and attachments; the bytes of files are kept in memory. */
export class FileSite {
  private constructor(readonly app: TestApp) {}

  static async start(variables: Readonly<Record<string, string>> = {}): Promise<FileSite> {
    return FileSite.prepare(await startApp({ FILE_STORE: 'memory:', ...variables }));
  }

  /** @param app whose FILE_STORE is a place of files */
  static async prepare(app: TestApp): Promise<FileSite> {
    await app.nest.get(ContentModelService).put({
      entityType: 'node',
      bundle: 'report',
      label: 'Report',
      fields: [
        defineField('field_photo', 'image', { settings: { maxBytes: 200_000 } }),
        defineField('field_files', 'file', { cardinality: UNLIMITED }),
        defineField('field_drawing', 'image', { settings: { fileExtensions: ['svg', 'png'] } }),
      ],
    });
    return new FileSite(app);
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** @param path of a field, or of the field of an entry */
  upload(
    path: string,
    name: string,
    body: Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.app.api.asAdministrator().send('post', path, {
      body,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `file; filename="${name}"`,
        ...headers,
      },
    });
  }

  /** Uploads without telling the length beforehand. */
  async stream(
    path: string,
    name: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<globalThis.Response> {
    return fetch(`${await this.url()}${path}`, {
      method: 'POST',
      body: ReadableStream.from(chunks),
      duplex: 'half',
      headers: {
        Authorization: `Bearer ${await this.token()}`,
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `file; filename="${name}"`,
      },
    });
  }

  url(): Promise<string> {
    return this.app.nest.getUrl();
  }

  /** A token with `content:administer`. */
  async token(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'administrator',
      client_secret: SECRET,
    });
    const answer = await fetch(`${await this.url()}/oauth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** Runs the job `files.sweep` to its end. @returns its result */
  async sweep(): Promise<JsonObject | undefined> {
    const jobs = this.app.nest.get(JobService);
    const { id } = await jobs.queue(sweepFiles(), SERVICE_CONTEXT);
    this.app.nest.get(JobRunner).wake();
    const { state, result } = await jobs.wait(id, 120_000);
    if (state !== 'succeeded') throw new Error(`The job ${state}.`);
    return result;
  }

  /** @returns the id of a new file that nothing links */
  async uploadPhoto(name = 'tram.jpg'): Promise<string> {
    const { status, body } = await this.upload(`${REPORTS}/field_photo`, name, await createJpeg());
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return (body as { data: { id: string } }).data.id;
  }

  /** Creates a report. @returns its path */
  async report(relationships: Readonly<Record<string, Json>> = {}): Promise<string> {
    const response = await this.createReport(relationships);
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return `${REPORTS}/${(response.body as { data: { id: string } }).data.id}`;
  }

  createReport(relationships: Readonly<Record<string, Json>> = {}): Promise<Response> {
    const data = Object.entries(relationships).map(([name, value]) => [name, { data: value }]);
    return this.app.api.asAdministrator().post(REPORTS, {
      data: {
        type: 'node--report',
        attributes: { title: 'The last tram' },
        relationships: Object.fromEntries(data) as Json,
      },
    });
  }

  file(id: string): Promise<Response> {
    return this.app.api.asAdministrator().get(`/api/file/file/${id}`);
  }

  async countFiles(): Promise<number> {
    const { body } = await this.app.api.asAdministrator().get('/api/file/file');
    return (body as { meta: { count: number } }).meta.count;
  }

  /** The objects of the place of files whose keys begin with a text. */
  async countObjects(prefix: string): Promise<number> {
    const objects = await this.app.nest.get(FileStore, { strict: false }).list(undefined, 1000);
    return objects.filter(({ key }) => key.startsWith(prefix)).length;
  }
}

/** The identifier of a file in request bodies. */
export function identify(id: string, meta?: Readonly<Record<string, Json>>): Json {
  return { type: 'file--file', id, ...(meta && { meta }) };
}

/** A picture of 60 × 40 pixels in one colour. @param orientation the EXIF tag: 6 turns it upright */
export function createJpeg(orientation?: number): Promise<Buffer> {
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } });
  return (orientation === undefined ? image : image.withMetadata({ orientation })).jpeg().toBuffer();
}

export function createPng(width = 8, height = 8): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
}

/** A PNG of a few bytes that says that it has so many pixels on each side. */
export function createBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit for a pixel, in shades of grey.
  head[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([signature, toChunk('IHDR', head), toChunk('IDAT', data), toChunk('IEND')]);
}

/** A chunk of a PNG (PNG 3, §5.3). */
function toChunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
