import {
  type ClaimedDelivery,
  countAttemptsBegun,
  countFreeAttempts,
  type DeliveryClaim,
  finishDelivery,
  followsDelivery,
  getCircuitState,
  startProbe,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@content-service/webhooks';
import type { RecordTransaction } from './record-transaction.js';
import { OPEN, putDelivery, type StoredDelivery } from './stored-deliveries.js';

/** Leases due deliveries of an endpoint. @returns them, and the endpoint with the attempts that they begin */
export async function claimDeliveries(
  transaction: RecordTransaction,
  endpoint: WebhookEndpoint,
  { now, lease, limit }: DeliveryClaim,
): Promise<{ readonly claimed: ClaimedDelivery[]; readonly endpoint: WebhookEndpoint }> {
  if (limit <= 0 || !isReady(endpoint, now)) return { claimed: [], endpoint };
  const { circuit, definition, rate } = endpoint;
  const { latestOnly, ordering, maxConcurrency, maxPerSecond } = definition;
  if (latestOnly) await skipSuperseded(transaction, endpoint, now);
  const isProbe = getCircuitState(circuit, now) === 'half-open';
  const open = await listOpen(transaction, endpoint);
  const free = Math.min(limit, countFreeAttempts(rate, maxPerSecond, now));
  const capacity = Math.min(free, isProbe ? 1 : maxConcurrency - open.filter(isUnderWay).length);
  const due = open
    .filter((stored) => isDue(stored, now))
    .filter(({ delivery }) => ordering === 'none' || !hasEarlier(open, delivery))
    .sort(byTime)
    .slice(0, Math.max(0, capacity));
  if (due.length === 0) return { claimed: [], endpoint };
  const claimed: ClaimedDelivery[] = [];
  for (const stored of due) {
    const { attempts } = stored.delivery;
    const delivery: WebhookDelivery = { ...stored.delivery, state: 'delivering', attempts: attempts + 1 };
    const until = getSeconds() + lease.seconds;
    await putDelivery(transaction, { ...stored, delivery, lease: { token: lease.token, until } });
    claimed.push({ delivery, lease, isProbe });
  }
  const begun = {
    circuit: isProbe ? startProbe(circuit, now, lease.seconds) : circuit,
    rate: countAttemptsBegun(rate, due.length, now),
  };
  return { claimed, endpoint: { ...endpoint, ...begun } };
}

export function isReady({ definition, circuit }: WebhookEndpoint, now: number): boolean {
  return definition.enabled && getCircuitState(circuit, now) !== 'open';
}

export function isDue(stored: StoredDelivery, now: number): boolean {
  const { state, nextAttemptAt } = stored.delivery;
  return (state === 'pending' && nextAttemptAt <= now) || (state === 'delivering' && !isUnderWay(stored));
}

function isUnderWay({ delivery, lease }: StoredDelivery): boolean {
  return delivery.state === 'delivering' && lease !== undefined && lease.until >= getSeconds();
}

async function skipSuperseded(
  transaction: RecordTransaction,
  endpoint: WebhookEndpoint,
  now: number,
): Promise<void> {
  const open = await listOpen(transaction, endpoint);
  const pending = open.filter(({ delivery }) => delivery.state === 'pending');
  const result = { kind: 'skipped', reason: 'superseded' } as const;
  for (const stored of pending)
    if (pending.some(({ delivery }) => followsDelivery(delivery, stored.delivery)))
      await putDelivery(transaction, { ...stored, delivery: finishDelivery(stored.delivery, result, now) });
}

function listOpen(transaction: RecordTransaction, { id }: WebhookEndpoint): Promise<StoredDelivery[]> {
  return transaction.list(`${OPEN}${id}/`);
}

function hasEarlier(open: readonly StoredDelivery[], delivery: WebhookDelivery): boolean {
  return open.some(({ delivery: other }) => followsDelivery(delivery, other));
}

function byTime({ delivery: a }: StoredDelivery, { delivery: b }: StoredDelivery): number {
  return a.nextAttemptAt - b.nextAttemptAt || a.position - b.position;
}

/** In real time, because leases are compared with the clock of the store. */
const getSeconds = (): number => Math.floor(Date.now() / 1000);
