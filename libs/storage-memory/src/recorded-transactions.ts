import { type RecordsOf, selectRecords } from '@content-service/audit';
import { atomic } from './atomic.js';
import type { MemoryAuditLog } from './memory-audit-log.js';

/** Changes with the records that are stored with them; without a log, for stores whose caller stores the records itself. */
export class RecordedTransactions {
  constructor(private readonly audit?: MemoryAuditLog) {}

  /** As `atomic`, and stores the records unless the body throws or its result says that nothing was changed. */
  run<T>(records: RecordsOf<T> | undefined, body: () => T, isStored?: (result: T) => boolean): Promise<T> {
    return atomic(() => {
      const result = body();
      const { audit = [] } = selectRecords(records, result, isStored);
      this.audit?.add(audit);
      return result;
    });
  }
}
