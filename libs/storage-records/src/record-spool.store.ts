import { type SpoolPart, SpoolStore } from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';
import { toSortable } from './sortable-number.js';

const SPOOLS = 'spool/';
const PARTS = 'spool-part/';

/** What is known of a spool, so that its parts need not be read to find them. */
interface Spool {
  readonly id: Uuid;
  /** One more than the highest number of a part. */
  readonly parts: number;
  readonly storedAt: number;
}

export class RecordSpoolStore extends SpoolStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override put({ spool: id, part, text, storedAt }: SpoolPart): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const spool = await transaction.get<Spool>(SPOOLS + id);
      const next: Spool = { id, parts: Math.max(spool?.parts ?? 0, part + 1), storedAt };
      await transaction.put(SPOOLS + id, next);
      await transaction.put(toPartKey(id, part), { text });
    });
  }

  override async find(spool: Uuid, part: number): Promise<string | undefined> {
    return (await this.database.get<{ text: string }>(toPartKey(spool, part)))?.text;
  }

  override async delete(id: Uuid): Promise<void> {
    const spool = await this.database.get<Spool>(SPOOLS + id);
    for (let part = 0; part < (spool?.parts ?? 0); part += 1)
      await this.database.transaction((transaction) => transaction.delete(toPartKey(id, part)));
    await this.database.transaction((transaction) => transaction.delete(SPOOLS + id));
  }

  override async prune(before: number, limit: number): Promise<number> {
    const expired = await this.database.select<Spool>(SPOOLS, ({ storedAt }) => storedAt < before);
    const deleted = expired.slice(0, limit);
    for (const { id } of deleted) await this.delete(id);
    return deleted.length;
  }
}

function toPartKey(spool: Uuid, part: number): string {
  return `${PARTS}${spool}/${toSortable(part)}`;
}
