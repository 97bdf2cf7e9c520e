import { defineField, type Field } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import { Entry } from './entry.js';
import { type AppliedChanges, type EntryStatus, EntryStore } from './entry.store.js';
import { EntryUsage } from './entry-usage.js';
import type { EntryQuery, EntrySelection, KeysetPage, KeysetQuery } from './query/entry-query.js';
import { evaluate, evaluateKeyset, findSelected } from './query/evaluate.js';

const TYPE = 'node--page';
const AMOUNT = 450;

describe('EntryUsage with more entries than one batch', () => {
  const field = defineField('field_code', 'string');
  const entries = Array.from({ length: AMOUNT }, (_, n) => page(n, n % 3 === 0 ? { nested: [n] } : 'text'));
  const incompatible = AMOUNT / 3;

  it('countIncompatible counts every entry with an incompatible value once', async () => {
    expect(await createUsage(entries).countIncompatible(TYPE, field)).toBe(incompatible);
  });

  it('countWithValue of a field without properties counts every entry with a value once', async () => {
    const json: Field = defineField('field_code', 'json');

    expect(await createUsage(entries).countWithValue(TYPE, json)).toEqual({
      entries: AMOUNT,
      isMinimum: false,
    });
  });

  it.each([0, 1, 200, 201, 400])('ends after %i entries', async (amount) => {
    const json: Field = defineField('field_code', 'json');

    expect(await createUsage(entries.slice(0, amount)).countWithValue(TYPE, json)).toEqual({
      entries: amount,
      isMinimum: false,
    });
  });

  it.each<['json' | 'string', number, boolean]>([
    ['json', AMOUNT - 1, true],
    ['json', AMOUNT, false],
    ['string', AMOUNT - 1, true],
    ['string', AMOUNT, false],
  ])('countWithValue of a %s field up to %i entries ends there', async (type, maximum, isMinimum) => {
    const texts = entries.map((_, n) => page(n, 'text'));

    const count = await createUsage(texts).countWithValue(TYPE, defineField('field_code', type), maximum);

    expect(count).toEqual({ entries: Math.min(maximum, AMOUNT), isMinimum });
  });

  it('countWithValue up to a number of entries reads no more than one batch behind them', async () => {
    const store = new ArrayStore(entries.map((_, n) => page(n, null)));
    let reads = 0;
    store.onRead = () => (reads += 1);

    const count = await new EntryUsage(store).countWithValue(TYPE, defineField('field_code', 'json'), 10);

    expect([count, reads]).toEqual([{ entries: 0, isMinimum: true }, 1]);
  });

  it('reads each batch in a separate turn of the event loop', async () => {
    const store = new ArrayStore(entries);
    const turnsAtRead: boolean[] = [];
    let hasYielded = true;
    store.onRead = () => {
      turnsAtRead.push(hasYielded);
      hasYielded = false;
      setImmediate(() => {
        hasYielded = true;
      });
    };

    await new EntryUsage(store).countIncompatible(TYPE, field);

    expect(turnsAtRead).toEqual([true, true, true]);
  });
});

function page(n: number, value: Entry['attributes'][string]): Entry {
  const id = `0190b0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const head = { id, type: TYPE, published: n % 2 === 0, created: 1, changed: 1, version: 1, position: n };
  return Entry.of({ ...head, modelVersion: 1 }, { title: `Page ${n}`, field_code: value }, {});
}

function createUsage(entries: readonly Entry[]): EntryUsage {
  return new EntryUsage(new ArrayStore(entries));
}

/** A store over a list of entries that uses the reference evaluator, and throws after too many reads. */
class ArrayStore extends EntryStore {
  override readonly capabilities = { multiProcess: false, durable: false, snapshots: false };
  private readonly byId: ReadonlyMap<Uuid, Entry>;
  onRead: () => unknown = () => undefined;
  private reads = 0;

  constructor(entries: readonly Entry[]) {
    super();
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  override async findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    this.countRead();
    const found = evaluate(query, this.byId.values(), this.byId);
    const end = query.offset + query.limit;
    return { ids: found.slice(query.offset, end).map(({ id }) => id), more: found.length > end };
  }

  override async findPositions(query: KeysetQuery): Promise<KeysetPage> {
    this.countRead();
    return evaluateKeyset(query, this.byId.values(), this.byId);
  }

  override async count(selection: EntrySelection): Promise<number> {
    return findSelected(selection, this.byId.values(), this.byId).length;
  }

  override async getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    const found = ids.map((id) => this.byId.get(id)).filter((entry) => entry !== undefined);
    return new Map(found.map((entry) => [entry.id, entry]));
  }

  override async findStatuses(): Promise<Map<Uuid, EntryStatus>> {
    throw new Error('Not needed.');
  }

  override async findPendingUnlinks(): Promise<Uuid[]> {
    throw new Error('Not needed.');
  }

  override async countPendingReferrers(): Promise<number> {
    throw new Error('Not needed.');
  }

  override async unlinkDeleted(): Promise<number> {
    throw new Error('Not needed.');
  }

  override async findReferrers(): Promise<Uuid[]> {
    throw new Error('Not needed.');
  }

  override async findByAliases(): Promise<never> {
    throw new Error('Not needed.');
  }

  override async findIdempotentRequest(): Promise<undefined> {
    throw new Error('Not needed.');
  }

  override async pruneIdempotentRequests(): Promise<number> {
    throw new Error('Not needed.');
  }

  override async apply(): Promise<AppliedChanges> {
    throw new Error('Not needed.');
  }

  private countRead(): void {
    this.reads += 1;
    this.onRead();
    if (this.reads > AMOUNT) throw new Error('More batches were read than there are entries.');
  }
}
