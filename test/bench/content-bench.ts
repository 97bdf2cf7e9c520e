// `npm run bench:content`: the cost of files and pictures compared with a bare file server, and of menus and paths compared with other reads, as
// ratios of processor time of one run.
// The exit code is 1 when a budget is exceeded. See README.md beside this file.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { type Comparison, compare, measure } from './compare.js';
import { measureHistory } from './history-bench.js';
import { measureNavigation } from './navigation-bench.js';
import type { Operation } from './operations.js';
import { processorMilliseconds, waitUntilIdle } from './processor-time.js';
import { getRatio, header, row } from './report.js';
import { type MeasuredServer, startFileServer } from './servers.js';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const rounds = values.quick ? 1 : 3;

const MEBIBYTE = 1_048_576;
const UPLOAD_BYTES = 128 * MEBIBYTE;
const UPLOAD_MEMORY_MAXIMUM = 64 * MEBIBYTE;
const MISSES = 10;
/** 99th percentile of the delay of the event loop while the service works. */
const DELAY_MAXIMUM_MS = 50;
const FIELD = '/api/node/photograph/field_photo';
const FILES = '/api/node/photograph/field_files';

const folder = await mkdtemp(join(tmpdir(), 'content-service-bench-'));
const database = await createTestDatabase('sqlite');
try {
  await measureAll();
} finally {
  await database.remove();
  await rm(folder, { recursive: true });
}

async function measureAll(): Promise<void> {
  const photograph = await createPhotograph();
  for (const name of ['original', 'picture']) await writeFile(join(folder, name), photograph);
  const service = await startSite();
  const fileServer = await startFileServer(folder);
  const bare = { ...fileServer, readDelay: async () => Number(await readText(`${fileServer.url}/delay`)) };
  // Before renderings, which need more memory.
  console.log(await measureUpload({ bare, service }));
  const links = await uploadPhotograph(service, photograph);
  const hit = links['medium'] ?? '';
  await writeFile(join(folder, 'picture'), await download(service, hit));
  console.log(header());
  report(await measureHit(hit, { bare, service }));
  report(await measureMiss(links, { bare, service }));
  await Promise.all([bare.stop(), service.stop()]);
  for (const result of await measureNavigation(rounds)) report(result);
  for (const result of await measureHistory(rounds)) report(result);
}

interface DelayedServer extends MeasuredServer {
  /** The 99th percentile of the delay of its event loop since the last call, in milliseconds. */
  readonly readDelay: () => Promise<number>;
}

type Servers = Readonly<Record<'bare' | 'service', DelayedServer>>;

type Result = readonly [operation: Operation, comparison: Comparison];

async function measureHit(path: string, servers: Servers): Promise<Result> {
  const operation: Operation = {
    ...{ name: 'derivative hit', budget: 3, expectedStatus: 200, requests: 1000 },
    next: () => ({ method: 'GET', path }),
  };
  return [operation, await compare(operation, servers, rounds)];
}

/** Each picture is made once, so that each request has a style of its own. */
async function measureMiss(links: Readonly<Record<string, string>>, servers: Servers): Promise<Result> {
  const paths = Object.entries(links).flatMap(([style, path]) => (style.startsWith('miss') ? [path] : []));
  const operation: Operation = {
    ...{ name: 'derivative miss', budget: 1.5, expectedStatus: 200, requests: MISSES },
    next: () => ({ method: 'GET', path: paths.pop() ?? '' }),
  };
  const rendering: Operation = { ...operation, next: () => ({ method: 'GET', path: '/render' }) };
  const delays = { bare: 0, service: 0 };
  const measureOnce = async (
    measured: Operation,
    name: keyof Servers,
  ): Promise<Awaited<ReturnType<typeof measure>>> => {
    const server = servers[name];
    await server.readDelay();
    const result = await measure(measured, server, 1, () => processorMilliseconds(server.pid));
    delays[name] = await server.readDelay();
    return result;
  };
  const bare = await measureOnce(rendering, 'bare');
  const service = await measureOnce(operation, 'service');
  reportDelay('derivative misses', delays);
  return [operation, { bare, service }];
}

/** The machine may be busy with something else, which delays the bare server as well. */
function reportDelay(work: string, { bare, service }: Readonly<Record<keyof Servers, number>>): void {
  if (service > Math.max(DELAY_MAXIMUM_MS, 2 * bare)) process.exitCode = 1;
  console.log(
    `event loop p99 during ${work}, ms  bare ${bare.toFixed(0)}, service ${service.toFixed(0)} (budget ${DELAY_MAXIMUM_MS})`,
  );
}

function report([operation, comparison]: Result): void {
  console.log(row(operation, comparison, operation.budget));
  if (getRatio(comparison) > operation.budget) process.exitCode = 1;
}

/** Processor time of an upload, and the memory that it adds to the process, for one MiB of the body. */
async function measureUpload({ bare, service }: Servers): Promise<string> {
  const times = { bare: 0, service: 0 };
  const delays = { bare: 0, service: 0 };
  await waitUntilIdle(service.pid);
  const before = readMemory(service.pid, 'VmRSS');
  await upload(bare);
  await upload(service);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, server] of [['bare', bare] as const, ['service', service] as const]) {
      await server.readDelay();
      times[name] += await upload(server);
      delays[name] = Math.max(delays[name], await server.readDelay());
    }
  reportDelay('uploads', delays);
  const added = readMemory(service.pid, 'VmHWM') - before;
  const perMebibyte = (time: number): string => ((time / rounds / UPLOAD_BYTES) * MEBIBYTE).toFixed(2);
  const ratio = times.service / times.bare;
  if (ratio > 1.5 || added > UPLOAD_MEMORY_MAXIMUM) process.exitCode = 1;
  return (
    `upload, ms cpu per MiB  bare ${perMebibyte(times.bare)}, service ${perMebibyte(times.service)}, ` +
    `ratio ${ratio.toFixed(2)} (budget 1.5), memory +${(added / MEBIBYTE).toFixed(0)} MiB (budget 64)`
  );
}

async function upload(server: MeasuredServer): Promise<number> {
  const headers = await server.headers();
  const chunk = Buffer.alloc(MEBIBYTE, 'x');
  await waitUntilIdle(server.pid);
  const before = processorMilliseconds(server.pid);
  const answer = await fetch(server.url + FILES, {
    method: 'POST',
    duplex: 'half',
    body: ReadableStream.from(Array.from({ length: UPLOAD_BYTES / MEBIBYTE }, () => chunk)),
    headers: { ...headers, ...announce('large.txt') },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return processorMilliseconds(server.pid) - before;
}

function announce(name: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `file; filename="${name}"`,
  };
}

/** Bytes of memory of a process: `VmRSS` now, `VmHWM` at most so far. */
function readMemory(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** A photograph of 12 megapixels. */
function createPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(6)
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function readText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function startSite(): Promise<DelayedServer> {
  const METRICS_PORT = String(await freePort());
  const variables = {
    ...{ LOG_LEVEL: 'silent', NODE_ENV: 'production', METRICS_PORT },
    FILE_STORE: `disk:${folder}/files`,
  };
  const node = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const server = await startService(database.url, variables, { node });
  const manage = async (method: string, path: string, body: unknown): Promise<void> => {
    const { token = '' } = await ApiClient.withCredentials(server.url, FIRST_CLIENT);
    const answer = await fetch(`${server.url}/manage/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await manage('PATCH', 'settings/jsonapi', { allowedOperations: 'read_write' });
  await manage('PATCH', 'settings/content', { imageStyles: createStyles() });
  await manage('POST', 'bundles', {
    ...{ entityType: 'node', bundle: 'photograph', label: 'Photograph' },
    fields: [
      { name: 'field_photo', type: 'image', label: 'Photo' },
      { name: 'field_files', type: 'file', label: 'Files', cardinality: -1 },
    ],
  });
  return {
    ...server,
    readDelay: async () => {
      const metrics = await readText(`http://127.0.0.1:${METRICS_PORT}/metrics`);
      return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
    },
    headers: async () => {
      const { token = '' } = await ApiClient.withCredentials(server.url, FIRST_CLIENT);
      return { Authorization: `Bearer ${token}` };
    },
  };
}

/** One for hits, whose picture has about 60 KB, and one for each miss of the warm-up and of a round. */
function createStyles(): readonly object[] {
  const style = { label: 'Large', width: 1200, fit: 'inside', format: 'webp', quality: 80, enlarge: false };
  const misses = Array.from({ length: 2 * MISSES }, (_, n) => ({ ...style, name: `miss${n}` }));
  return [{ ...style, name: 'medium', quality: 90 }, ...misses];
}

/** @returns the paths of its pictures by style */
async function uploadPhotograph(
  server: MeasuredServer,
  photograph: Buffer,
): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(server.url + FIELD, {
    method: 'POST',
    body: new Uint8Array(photograph),
    headers: { ...(await server.headers()), ...announce(`${randomUUID()}.jpg`) },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as {
    data: { links: Readonly<Record<string, { readonly href: string }>> };
  };
  return Object.fromEntries(
    Object.entries(data.links).map(([style, { href }]) => [style, new URL(href).pathname]),
  );
}

async function download(server: MeasuredServer, path: string): Promise<Buffer> {
  const answer = await fetch(server.url + path, { headers: await server.headers() });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  console.log(`The picture has ${Math.round(bytes.length / 1000)} KB.`);
  return bytes;
}
