import { type Load, load } from './load.js';
import type { Operation } from './operations.js';
import { processorMilliseconds } from './processor-time.js';
import type { MeasuredServer } from './servers.js';

/** What one server did for one operation. */
export interface Measurement {
  /** Of the server process, for a request: what it costs, whatever else the machine does. */
  readonly processorMilliseconds: number;
  readonly requestsPerSecond: number;
  readonly medianMilliseconds: number;
  /** 99 of 100 requests took no longer. */
  readonly slowMilliseconds: number;
}

export interface Comparison {
  readonly bare: Measurement;
  readonly service: Measurement;
}

interface Round extends Load {
  readonly processorMilliseconds: number;
}

/** Asks both servers by turns, so that what else the machine does hits both. The first round only warms them up. */
export async function compare(
  operation: Operation,
  { bare, service }: Readonly<Record<'bare' | 'service', MeasuredServer>>,
  rounds: number,
): Promise<Comparison> {
  const bareRounds: Round[] = [];
  const serviceRounds: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    bareRounds.push(await measureRound(operation, bare));
    serviceRounds.push(await measureRound(operation, service));
  }
  return { bare: toMeasurement(bareRounds.slice(1)), service: toMeasurement(serviceRounds.slice(1)) };
}

async function measureRound(operation: Operation, server: MeasuredServer): Promise<Round> {
  const headers = await server.headers();
  const before = processorMilliseconds(server.pid);
  const done = await load(server.url, headers, operation);
  return { ...done, processorMilliseconds: processorMilliseconds(server.pid) - before };
}

function toMeasurement(rounds: readonly Round[]): Measurement {
  const times = rounds.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  return {
    processorMilliseconds: sum((round) => round.processorMilliseconds) / times.length,
    requestsPerSecond: times.length / sum(({ seconds }) => seconds),
    medianMilliseconds: times[Math.floor(times.length * 0.5)] ?? NaN,
    slowMilliseconds: times[Math.floor(times.length * 0.99)] ?? NaN,
  };
}
