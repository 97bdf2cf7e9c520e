import { readFileSync } from 'node:fs';
import { FIRST_CLIENT } from '../support/content-service.js';
import { measure } from './compare.js';
import type { Operation } from './operations.js';
import { processorMilliseconds } from './processor-time.js';
import { type MeasuredServer, startMeasured } from './servers.js';

/** What a process costs by itself, which no baseline has. */
export interface Footprint {
  /** From the start of the process until it is ready for requests. */
  readonly startMilliseconds: number;
  /** Resident memory after the load. */
  readonly memoryMegabytes: number;
  /** Access tokens (`client_credentials`) that one core issues in a second. */
  readonly tokensPerSecond: number;
}

const BUDGET = { startMilliseconds: 2000, memoryMegabytes: 200, tokensPerSecond: 1000 };

const STARTS = 3;

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

/** The fastest of several starts: other work of the machine only makes a start slower. */
export async function measureStart(databaseUrl: string): Promise<number> {
  const times: number[] = [];
  while (times.length < STARTS) {
    const started = performance.now();
    const service = await startMeasured(databaseUrl, undefined);
    times.push(performance.now() - started);
    await service.stop();
  }
  return Math.min(...times);
}

/** Measures a service that has answered the requests of all operations. */
export async function measureFootprint(
  service: MeasuredServer,
  startMilliseconds: number,
  rounds: number,
): Promise<Footprint> {
  const memoryMegabytes = readResidentMegabytes(service.pid);
  const readTime = (): number => processorMilliseconds(service.pid);
  const tokens = await measure(TOKEN_REQUEST, service, rounds, readTime);
  return { startMilliseconds, memoryMegabytes, tokensPerSecond: 1000 / tokens.processorMilliseconds };
}

export function formatFootprint(footprint: Footprint): string {
  const { startMilliseconds, memoryMegabytes, tokensPerSecond } = footprint;
  return [
    `start ${(startMilliseconds / 1000).toFixed(2)} s (at most ${BUDGET.startMilliseconds / 1000})`,
    `memory after the load ${memoryMegabytes.toFixed(0)} MB (at most ${BUDGET.memoryMegabytes})`,
    `tokens of a core ${tokensPerSecond.toFixed(0)}/s (at least ${BUDGET.tokensPerSecond})`,
    ...(isFootprintInBudget(footprint) ? [] : ['over']),
  ].join(' · ');
}

export function isFootprintInBudget(footprint: Footprint): boolean {
  return (
    footprint.startMilliseconds <= BUDGET.startMilliseconds &&
    footprint.memoryMegabytes <= BUDGET.memoryMegabytes &&
    footprint.tokensPerSecond >= BUDGET.tokensPerSecond
  );
}

function readResidentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
