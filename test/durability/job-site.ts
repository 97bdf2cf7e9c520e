import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/content-service.js';
import { eventually } from '../support/eventually.js';
import { changeConstants } from '../support/process-variables.js';
import { BEHIND_ONE_ADDRESS } from './processes.js';

const SITE = fileURLToPath(new URL('site.ndjson', import.meta.url));
const FIELDS = '/manage/bundles/node/tally/fields';
/** The field of the notes. */
export const FIELD = `${FIELDS}/field_notes`;
/** So many that a job takes several batches of any kind. */
export const TALLIES = 4000;
/** A change of the model is a job, and a killed process is replaced soon. */
export const JOB_SETTINGS = {
  ...BEHIND_ONE_ADDRESS,
  MODEL_JOB_ENTRIES: '1000',
  ...changeConstants({ JOB_LEASE_SECONDS: 6 }),
};

export interface JobResource {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly attempts: number;
  readonly parameters: { readonly entry?: string };
  readonly result: { readonly entries?: number } | null;
  readonly error: unknown;
}

/** A site with many tallies that have notes. */
export async function importTallies(url: string): Promise<void> {
  const tallies = Array.from({ length: TALLIES }, (_, n) =>
    entryLine('node--tally', randomUUID(), { title: `Tally ${n}`, field_notes: [`Note ${n}`, 'second'] }),
  );
  await importLines(url, [
    ...readFileSync(SITE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
    ...tallies,
  ]);
  await runCommand(url, 'settings', 'set', 'allowedOperations', 'read_write');
}

export async function importLines(url: string, lines: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const file = join(folder, 'site.ndjson');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await runCommand(url, 'import', file);
  rmSync(folder, { recursive: true });
}

export function entryLine(type: string, id: string, attributes: object, relationships: object = {}): object {
  return { kind: 'entry', published: true, resource: { type, id, attributes, relationships } };
}

/** Removes the field of the notes, whose values stay in the entries. @returns the field */
export async function removeField(url: string, api: ApiClient): Promise<object> {
  const { name, type, label, cardinality } = await read<Record<string, unknown>>(api, FIELD);
  const answer = await api.send('DELETE', `${FIELD}?force=true`);
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as JobResource;
  expect(await runCommand(url, 'job', 'wait', id)).toMatchObject({ state: 'succeeded' });
  return { name, type, label, cardinality };
}

/** @returns the id of the job */
export async function addField(api: ApiClient, field: object): Promise<string> {
  return queue(api, FIELDS, field);
}

/** @returns the id of the job */
export async function queue(api: ApiClient, path: string, document: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await api.send('POST', path, { document, headers });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as JobResource).id;
}

/** The field is served and indexed: each note of `importTallies` is found. */
export async function assertFieldWorks(api: ApiClient): Promise<void> {
  await eventually(async () => (await api.send('GET', FIELD)).status === 200);
  const { meta } = await api.collection('/api/node/tally?filter[field_notes]=second&page[limit]=1');
  expect(meta.count).toBe(TALLIES);
}

/** Whether a change of the model has filled some rows of the index. */
export function isFilling({ phase, done }: JobResource): boolean {
  return phase === 'backfill' && done > 0;
}

export function getJob(api: ApiClient, id: string): Promise<JobResource> {
  return read(api, `/manage/jobs/${id}`);
}

export async function read<Body>(api: ApiClient, address: string): Promise<Body> {
  const answer = await api.send('GET', address);
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
