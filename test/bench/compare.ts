import { type Load, load } from './load.js';
import type { Operation } from './operations.js';
import { processorMilliseconds, waitUntilIdle } from './processor-time.js';
import type { MeasuredServer } from './servers.js';

/** The measurement of one server for one operation. */
export interface Measurement {
  /** Processor time for one request, independent of other load on the machine. */
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

/**
 * Measures one server. The first round is a warm-up.
 *
 * @param readTime the processor time so far of all that works for a request, in milliseconds
 */
export async function measure(
  operation: Operation,
  server: MeasuredServer,
  rounds: number,
  readTime: () => number,
): Promise<Measurement> {
  return (await measureInTurns([operation] as const, server, rounds, readTime))[0];
}

/** Measures operations of one server in turns, so that other load affects all of them. The first turn is a warm-up. */
export async function measureInTurns<const Operations extends readonly Operation[]>(
  operations: Operations,
  server: MeasuredServer,
  turns: number,
  readTime = () => processorMilliseconds(server.pid),
): Promise<{ readonly [Index in keyof Operations]: Measurement }> {
  const measured = operations.map((): Round[] => []);
  for (let turn = 0; turn <= turns; turn++)
    for (const [index, operation] of operations.entries())
      measured[index]?.push(await measureRound(operation, server, readTime));
  return measured.map((rounds) => toMeasurement(rounds.slice(1))) as {
    readonly [Index in keyof Operations]: Measurement;
  };
}

/**
 * The service processes the events of a write in the background: those of the round count, those of the import and of the
 * baseline do not.
 */
async function measureRound(
  operation: Operation,
  server: MeasuredServer,
  readTime = () => processorMilliseconds(server.pid),
): Promise<Round> {
  const headers = await server.headers();
  await waitUntilIdle(server.pid);
  const before = readTime();
  const done = await load(server.url, headers, operation);
  await waitUntilIdle(server.pid);
  return { ...done, processorMilliseconds: readTime() - before };
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
