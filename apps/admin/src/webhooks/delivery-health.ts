import { plural, t } from '@lingui/core/macro';
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
  /** Deliveries with an attempt that failed, or have failed so far. */
  readonly failing: number;
  /** Deliveries without an attempt so far. */
  readonly waiting: number;
}

export function computeHealth(deliveries: readonly Pick<Delivery, 'state' | 'attempts'>[]): DeliveryHealth {
  const outcomes = deliveries.map(getOutcome);
  const count = (...counted: readonly DeliveryOutcome[]): number =>
    outcomes.filter((outcome) => counted.includes(outcome)).length;
  return {
    attempted: count('delivered', 'failed', 'retrying'),
    failing: count('failed', 'retrying'),
    waiting: count('waiting'),
  };
}

/** Such as «2 of 20 failed (10 %)». */
export function formatHealth({ attempted, failing, waiting }: DeliveryHealth): string {
  if (attempted === 0 && waiting > 0)
    return plural(waiting, { one: '# delivery waits', other: '# deliveries wait' });
  if (attempted === 0) return t`No calls yet`;
  if (failing === 0) return plural(attempted, { one: 'The last call arrived', other: 'All of # arrived' });
  const percentage = Math.round((100 * failing) / attempted);
  return t`${failing} of ${attempted} failed (${percentage} %)`;
}
