import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FIRST_CLIENT } from '../support/content-service.js';
import { measure } from './compare.js';
import type { Operation } from './operations.js';
import { processorMilliseconds } from './processor-time.js';
import { type MeasuredServer, startEmptyNest, startMeasured } from './servers.js';

/** What a process costs by itself. */
export interface Footprint {
  readonly start: StartComparison;
  /** Resident memory after the load. */
  readonly memoryMegabytes: number;
  /** Processor time for an access token (`client_credentials`), and for the RSA signature that is in it. */
  readonly tokenMilliseconds: number;
  readonly signatureMilliseconds: number;
}

/** From the start of a process until it is ready for requests, in milliseconds. */
export interface StartComparison {
  readonly service: number;
  readonly emptyNest: number;
}

/** Times as long as an empty Nest application, megabytes, and times as long as a signature. */
const BUDGET = { start: 2.5, memoryMegabytes: 200, token: 4 };

const STARTS = 3;

const SIGNATURES = 1000;

const TOKEN_REQUEST: Operation = {
  name: 'token',
  requests: 2000,
  expectedStatus: 200,
  budget: Infinity,
  next: () => ({
    method: 'POST',
    path: '/oauth/token',
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT }).toString(),
  }),
};

/** The fastest of several starts in turns: other work of the machine only makes a start slower. */
export async function measureStart(databaseUrl: string): Promise<StartComparison> {
  let [service, emptyNest] = [Infinity, Infinity];
  for (let start = 0; start < STARTS; start++) {
    service = Math.min(service, await measureOneStart(() => startMeasured(databaseUrl, undefined)));
    emptyNest = Math.min(emptyNest, await measureOneStart(startEmptyNest));
  }
  return { service, emptyNest };
}

async function measureOneStart(start: () => Promise<Pick<MeasuredServer, 'stop'>>): Promise<number> {
  const started = performance.now();
  const server = await start();
  const milliseconds = performance.now() - started;
  await server.stop();
  return milliseconds;
}

/** Measures a service that has answered the requests of all operations. */
export async function measureFootprint(
  service: MeasuredServer,
  start: StartComparison,
  rounds: number,
): Promise<Footprint> {
  const memoryMegabytes = readResidentMegabytes(service.pid);
  const readTime = (): number => processorMilliseconds(service.pid);
  const tokens = await measure(TOKEN_REQUEST, service, rounds, readTime);
  return {
    ...{ start, memoryMegabytes },
    tokenMilliseconds: tokens.processorMilliseconds,
    signatureMilliseconds: measureSignature(),
  };
}

/** The processor time of a signature as in a token: RS256 by a key of 2,048 bits. */
function measureSignature(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = Buffer.alloc(500);
  const before = process.cpuUsage();
  for (let n = 0; n < SIGNATURES; n++) sign('sha256', text, privateKey);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SIGNATURES;
}

export function formatFootprint(footprint: Footprint): string {
  const { start, memoryMegabytes, tokenMilliseconds } = footprint;
  const { start: startRatio, token: tokenRatio } = getRatios(footprint);
  return [
    `start ${(start.service / 1000).toFixed(2)} s, ${startRatio.toFixed(1)} times that of an empty Nest application (at most ${BUDGET.start})`,
    `memory after the load ${memoryMegabytes.toFixed(0)} MB (at most ${BUDGET.memoryMegabytes})`,
    `token ${tokenMilliseconds.toFixed(2)} ms cpu, ${tokenRatio.toFixed(1)} times a signature (at most ${BUDGET.token})`,
    ...(isFootprintInBudget(footprint) ? [] : ['over']),
  ].join(' · ');
}

export function isFootprintInBudget(footprint: Footprint): boolean {
  const { start, token } = getRatios(footprint);
  return (
    start <= BUDGET.start && footprint.memoryMegabytes <= BUDGET.memoryMegabytes && token <= BUDGET.token
  );
}

function getRatios({ start, tokenMilliseconds, signatureMilliseconds }: Footprint) {
  return {
    start: start.service / start.emptyNest,
    token: tokenMilliseconds / signatureMilliseconds,
  };
}

function readResidentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
