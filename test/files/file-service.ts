import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient, type EntryDocument, type Resource, UnexpectedResponse } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand } from '../support/content-service.js';
import { eventually } from '../support/eventually.js';
import type { Variables } from '../support/server-process.js';
import { REPORTS } from './file-site.js';

const SITE = fileURLToPath(new URL('site.ndjson', import.meta.url));

/** Creates a site with reports, which have a photo and files, and with write access. */
export async function prepareFileSite(databaseUrl: string): Promise<void> {
  await runCommand(databaseUrl, 'import', SITE);
  await runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write');
}

/** Variables of a service whose files are in a bucket of a server of these tests. */
export function useBucket(endpoint: string, bucket: string): Variables {
  return {
    FILE_STORE: `s3://${bucket}/site?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
}

/** A client that uploads files to a process of the service. */
export class FileClient {
  private constructor(
    readonly url: string,
    readonly api: ApiClient,
  ) {}

  /** With all scopes. */
  static async connect({ url }: { readonly url: string }): Promise<FileClient> {
    return new FileClient(url, await ApiClient.withCredentials(url, FIRST_CLIENT));
  }

  /** @param body a buffer, or a stream whose length nobody knows beforehand */
  send(
    name: string,
    body: Buffer | ReadableStream,
    field = 'field_files',
    init: RequestInit = {},
  ): Promise<Response> {
    return fetch(`${this.url}${REPORTS}/${field}`, {
      ...{ method: 'POST', duplex: 'half', ...init },
      body: body instanceof ReadableStream ? body : new Uint8Array(body),
      headers: {
        Authorization: `Bearer ${this.api.token}`,
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `file; filename="${name}"`,
      },
    });
  }

  /** @throws UnexpectedResponse when the status is not 201 */
  async upload(name: string, body: Buffer | ReadableStream, field = 'field_files'): Promise<Resource> {
    const answer = await this.send(name, body, field);
    if (answer.status !== 201) throw new UnexpectedResponse(answer.status, await answer.text());
    return ((await answer.json()) as EntryDocument).data;
  }

  /** Creates a report with a photo, which everybody sees from then on. */
  async link({ type, id }: Resource): Promise<void> {
    await this.api.create('node--report', {
      attributes: { title: 'The last tram' },
      relationships: { field_photo: { data: { type, id } } },
    });
  }

  /** All files. */
  async list(): Promise<readonly Resource[]> {
    const files: Resource[] = [];
    for await (const { data } of this.api.pages('/api/file/file')) files.push(...data);
    return files;
  }

  /** The bytes of a file. @param path on the service */
  async download(path: string): Promise<Buffer> {
    const answer = await this.api.send('GET', path);
    if (!answer.ok) throw new UnexpectedResponse(answer.status, await answer.text());
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Runs the sweep to its end, or waits for the end of the one that is in progress. @returns its result */
  async sweep(): Promise<Readonly<Record<string, unknown>>> {
    const headers = { Accept: 'application/json' };
    const started = await this.api.send('POST', '/manage/schedules/sweep-files/run', { headers });
    // There is one at a time.
    if (![202, 409].includes(started.status))
      throw new UnexpectedResponse(started.status, await started.text());
    const queued = (await started.json()) as { readonly id?: string; readonly job?: string };
    const id = queued.id ?? queued.job;
    let job: Job = { state: 'queued', result: {} };
    await eventually(async () => {
      const answer = await this.api.send('GET', `/manage/jobs/${id}`, { headers });
      job = (await answer.json()) as Job;
      return ['succeeded', 'failed', 'cancelled'].includes(job.state);
    });
    if (job.state !== 'succeeded') throw new Error(`The sweep ${job.state}.`);
    return job.result;
  }
}

interface Job {
  readonly state: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The files below a folder, by their paths in it. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
