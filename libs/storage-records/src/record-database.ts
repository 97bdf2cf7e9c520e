import { type AuditLinesOf, selectAuditLines } from '@content-service/audit';
import { sleepWithJitter, StoreBusy } from '@content-service/entries';
import { EventRecorder } from '@content-service/events';
import { toBoundedKey } from './bounded-key.js';
import { listPages, type OpenRange } from './list-pages.js';
import { appendAuditLines } from './audit-lines.js';
import type { RecordStore, StoredRecord } from './record.store.js';
import { RecordTransaction } from './record-transaction.js';

const ATTEMPTS = 50;
/** Records that one commit deletes. */
const DELETED_AT_ONCE = 100;

/** Reads and transactions over a record store, for the stores of `RecordStorage`. */
export class RecordDatabase {
  /** Ends when the last of the transactions ends that met a conflict. */
  private retries: Promise<unknown> = Promise.resolve();

  /**
   * @param recorder creates the events of audit lines
   * @param onRecorded is called after a transaction that recorded events of audit lines
   */
  constructor(
    readonly store: RecordStore,
    private readonly recorder = new EventRecorder({ enabled: false }),
    private readonly onRecorded: () => void = () => undefined,
  ) {}

  /**
   * Runs an optimistic transaction until it is committed. After the first conflict, those of this process run one after
   * another.
   *
   * @param body may run several times, and changes nothing but the records
   * @param auditLines are stored in the transaction, with their events, unless the result says that nothing was changed
   * @param isStored whether the result says that the change was made; without it every result but `false`
   * @throws StoreBusy after 50 conflicts, and whatever `body` throws; nothing is changed then
   */
  async transaction<T>(
    body: (transaction: RecordTransaction) => Promise<T>,
    auditLines?: AuditLinesOf<T>,
    isStored?: (result: T) => boolean,
  ): Promise<T> {
    const { result, hasEvents } = await this.runUntilCommitted(async (transaction) => {
      const result = await body(transaction);
      const { audit = [] } = selectAuditLines(auditLines, result, isStored);
      return { result, hasEvents: await appendAuditLines(transaction, this.recorder, audit) };
    });
    if (hasEvents) this.onRecorded();
    return result;
  }

  async get<Value extends object>(key: string): Promise<Value | undefined> {
    return (await this.store.get(toBoundedKey(key)))?.value as Value | undefined;
  }

  /** The records of a collection, in the order of their keys. */
  async *each(prefix: string, range: Omit<OpenRange, 'prefix'> = {}): AsyncGenerator<StoredRecord> {
    for await (const page of listPages(this.store, { ...range, prefix })) yield* page;
  }

  /** The values of a collection, in the order of their keys. */
  async *values<Value extends object>(
    prefix: string,
    range: Omit<OpenRange, 'prefix'> = {},
  ): AsyncGenerator<Value> {
    for await (const { value } of this.each(prefix, range)) yield value as Value;
  }

  async select<Value extends object>(
    prefix: string,
    isSelected: (value: Value) => boolean = () => true,
  ): Promise<Value[]> {
    const selected: Value[] = [];
    for await (const page of listPages(this.store, { prefix }))
      for (const { value } of page) if (isSelected(value as Value)) selected.push(value as Value);
    return selected;
  }

  /**
   * Deletes the selected records of a collection that exist now, up to `limit`.
   *
   * @returns how many were found; some of them may have been changed or deleted meanwhile
   */
  async deleteSelected(
    prefix: string,
    isSelected: (value: never) => boolean,
    limit = Infinity,
  ): Promise<number> {
    const keys: string[] = [];
    for await (const { key, value } of this.each(prefix)) {
      if (keys.length >= limit) break;
      if (isSelected(value as never)) keys.push(key);
    }
    for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
      const batch = keys.slice(start, start + DELETED_AT_ONCE);
      await this.transaction(async (transaction) => {
        for (const key of batch) {
          const value = await transaction.get(key);
          if (value !== undefined && isSelected(value as never)) await transaction.delete(key);
        }
      });
    }
    return keys.length;
  }

  private async runUntilCommitted<T>(body: (transaction: RecordTransaction) => Promise<T>): Promise<T> {
    const first = await this.attempt(body);
    if (first !== undefined) return first.result;
    const retry = this.retries.then(() => this.retry(body));
    this.retries = retry.catch(() => undefined);
    return retry;
  }

  private async retry<T>(body: (transaction: RecordTransaction) => Promise<T>): Promise<T> {
    for (let n = 1; n < ATTEMPTS; n += 1) {
      const ended = await this.attempt(body);
      if (ended !== undefined) return ended.result;
      await sleepWithJitter(Math.min(n, 20));
    }
    throw new StoreBusy(new Error(`${ATTEMPTS} attempts met a record that was changed meanwhile.`));
  }

  private async attempt<T>(
    body: (transaction: RecordTransaction) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const transaction = new RecordTransaction(this.store);
    const result = await body(transaction);
    return (await transaction.commit()) ? { result } : undefined;
  }
}
