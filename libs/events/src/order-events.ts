import { groupBy, type Uuid } from '@content-service/kernel';

/** The members of an event without a position that decide its order. */
export interface UnorderedEvent {
  /** UUID version 7: the ids of the events of a transaction are in the order of its changes. */
  readonly id: Uuid;
  readonly transaction: Uuid;
  readonly recordedAt: number;
  /** The subject as `formatSubject` writes it. */
  readonly subject: string;
  readonly epoch: number;
  readonly version: number;
}

/**
 * Orders committed events: those of a transaction stand together, in the order of its changes, whatever order a
 * database returned them in. Transactions are in the order of their times, but never before one that wrote a lower version of the same subject, because the clocks of processes differ.
 */
export function orderEvents<Event extends UnorderedEvent>(events: readonly Event[]): Event[] {
  const inOrder = [...events].sort((a, b) => (a.id < b.id ? -1 : 1));
  const transactions = new Map(
    groupBy(inOrder, ({ transaction }) => transaction).map((group) => [group[0].transaction, group]),
  );
  const predecessors = findPredecessors(events);
  const byTime = [...transactions.keys()].sort(
    (a, b) => getTime(transactions.get(a)) - getTime(transactions.get(b)) || (a < b ? -1 : 1),
  );
  const ordered = new Set<Uuid>();
  for (const start of byTime) {
    const path = [start];
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const next = [...(predecessors.get(current) ?? [])].find((earlier) => !ordered.has(earlier));
      // Versions of locked rows rise with the commits, so there is no cycle; a broken clock must not cause one either.
      if (next !== undefined && !path.includes(next)) path.push(next);
      else ordered.add(path.pop() ?? current);
    }
  }
  return [...ordered].flatMap((transaction) => transactions.get(transaction) ?? []);
}

/** For each transaction those that wrote the next lower version of one of its subjects. */
function findPredecessors(events: readonly UnorderedEvent[]): ReadonlyMap<Uuid, ReadonlySet<Uuid>> {
  const predecessors = new Map<Uuid, Set<Uuid>>();
  for (const group of groupBy(events, ({ subject }) => subject)) {
    const versions = [...group].sort((a, b) => a.epoch - b.epoch || a.version - b.version);
    versions.forEach(({ transaction }, n) => {
      const earlier = versions[n - 1]?.transaction;
      if (earlier === undefined || earlier === transaction) return;
      predecessors.set(transaction, (predecessors.get(transaction) ?? new Set()).add(earlier));
    });
  }
  return predecessors;
}

function getTime(events: readonly UnorderedEvent[] | undefined): number {
  return events?.[0]?.recordedAt ?? 0;
}
