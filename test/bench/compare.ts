import { type Load, load } from './load.js';
import type { Operation } from './operations.js';
import { processorMilliseconds } from './processor-time.js';
import type { MeasuredServer } from './servers.js';

/** The measurement of one server for one operation. */
export interface Measurement {
  /** Processor time of the server process for one request, independent of other load on the machine. */
  readonly processorMilliseconds: number;
  readonly requestsPerSecond: number;
  readonly medianMilliseconds: number;
  /** 99th percentile. */
  readonly slowMilliseconds: number;
}

export interface Comparison {
  readonly bare: Measurement;
  readonly service: Measurement;
}

interface Round extends Load {
  readonly processorMilliseconds: number;
}

/** Sends requests to both servers alternately, so that other load affects both. The first round is a warm-up. */
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

/** Measures one server. The first round is a warm-up. */
export async function measure(
  operation: Operation,
  server: MeasuredServer,
  rounds: number,
): Promise<Measurement> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round++) measured.push(await measureRound(operation, server));
  return toMeasurement(measured.slice(1));
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
