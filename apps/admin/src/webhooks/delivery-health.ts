import type { Delivery } from '../management-api/operations-resources.js';

/**
 * How a delivery goes: `retrying` ones have failed at least once and are attempted again, `waiting` ones have not been
 * attempted yet.
 */
export type DeliveryOutcome = 'delivered' | 'failed' | 'retrying' | 'waiting' | 'skipped';

export function getOutcome({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): DeliveryOutcome {
  if (state === 'delivered' || state === 'skipped') return state;
  if (state === 'dead') return 'failed';
  // The attempt of a delivery that is under way is counted already.
  return attempts > (state === 'delivering' ? 1 : 0) ? 'retrying' : 'waiting';
}

/** Counts of recent deliveries. */
export interface DeliveryHealth {
  /** Deliveries with an attempt; skipped and waiting ones are not counted. */
  readonly attempted: number;
  /** Those of them that failed, or have failed so far. */
  readonly failing: number;
}

export function computeHealth(deliveries: readonly Pick<Delivery, 'state' | 'attempts'>[]): DeliveryHealth {
  const outcomes = deliveries.map(getOutcome);
  const count = (...counted: readonly DeliveryOutcome[]): number =>
    outcomes.filter((outcome) => counted.includes(outcome)).length;
  return {
    attempted: count('delivered', 'failed', 'retrying'),
    failing: count('failed', 'retrying'),
  };
}

/** Such as «2 of 20 failed (10 %)». */
export function formatHealth({ attempted, failing }: DeliveryHealth): string {
  if (attempted === 0) return 'No calls yet';
  if (failing === 0) return attempted === 1 ? 'The last call arrived' : `All of ${attempted} arrived`;
  return `${failing} of ${attempted} failed (${Math.round((100 * failing) / attempted)} %)`;
}
