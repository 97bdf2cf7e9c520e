import type { Comparison, Measurement } from './compare.js';
import type { Operation } from './operations.js';

const NAME = 22;
const GROUP = 31;

export function header(): string {
  const group = '  ms cpu     req/s   p50    p99  ';
  return [
    `${''.padEnd(NAME)}${'bare'.padEnd(GROUP)} ${'service'.padEnd(GROUP)}`,
    `${''.padEnd(NAME)}${group.slice(0, GROUP)} ${group.slice(0, GROUP)}  ratio  budget`,
  ].join('\n');
}

export function row({ name }: Operation, { bare, service }: Comparison, budget: number): string {
  const ratio = getRatio({ bare, service });
  const verdict = ratio <= budget ? '' : '  over';
  return `${name.padEnd(NAME)}${cells(bare)} ${cells(service)}  ${ratio.toFixed(2).padStart(5)}  ${budget.toFixed(1).padStart(6)}${verdict}`;
}

/** How many times the processor time of the baseline a request takes. */
export function getRatio({ bare, service }: Comparison): number {
  return service.processorMilliseconds / bare.processorMilliseconds;
}

/** One measurement of the service, for `--json` and docs/bench.json. */
export interface BenchResult {
  readonly engine: string;
  readonly operation: string;
  readonly processorMilliseconds: number;
  readonly requestsPerSecond: number;
  readonly medianMilliseconds: number;
  readonly slowMilliseconds: number;
}

export function toResult(engine: string, { name }: Operation, { service }: Comparison): BenchResult {
  return {
    engine,
    operation: name,
    processorMilliseconds: toThreeDigits(service.processorMilliseconds),
    requestsPerSecond: toThreeDigits(service.requestsPerSecond),
    medianMilliseconds: toThreeDigits(service.medianMilliseconds),
    slowMilliseconds: toThreeDigits(service.slowMilliseconds),
  };
}

/** A figure with three significant digits. */
export function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

function cells(measurement: Measurement): string {
  const { processorMilliseconds, requestsPerSecond, medianMilliseconds, slowMilliseconds } = measurement;
  return [
    processorMilliseconds.toFixed(3).padStart(8),
    requestsPerSecond.toFixed(0).padStart(10),
    medianMilliseconds.toFixed(1).padStart(6),
    slowMilliseconds.toFixed(1).padStart(7),
  ].join('');
}
