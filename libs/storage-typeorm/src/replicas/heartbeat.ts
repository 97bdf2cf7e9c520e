import { type Database, repeatInDoubt } from '../database/database.js';
import { type Queryable, sql } from '../database/sql.js';

/** A row of the table of leases, which no process ever acquires: its token counts the heartbeats of all processes. */
const NAME = Buffer.from('replica-heartbeat');

/** Bounds what is remembered, and so the lag that can be measured: a minute at least. */
const BEATS_MAXIMUM = 600;

/** What a server shows of the heartbeats and of the content model. */
export interface ServerPosition {
  readonly count: number;
  readonly modelVersion: number;
}

/** @returns `undefined` before the first heartbeat has arrived */
export async function readPosition(queryable: Queryable): Promise<ServerPosition | undefined> {
  const [row] = await queryable.query<{ count: number; model: number | null }>(
    sql`SELECT token AS count, (SELECT value FROM generation WHERE area = ${'model'}) AS model
        FROM lease WHERE name = ${NAME}`,
  );
  return row && { count: row.count, modelVersion: row.model ?? 0 };
}

interface Beat {
  readonly count: number;
  /** Milliseconds of the clock before it was sent. */
  readonly sentAt: number;
}

/**
 * Counts up a row of the primary. Whatever was committed before a heartbeat was sent is committed before it, and a replica
 * repeats commits in their order, so a server that shows the heartbeat shows all of that.
 */
export class Heartbeat {
  private beats: Beat[] = [];
  private isPrepared = false;
  private isPending = false;

  /** @param now the milliseconds of a clock that never goes back */
  constructor(
    private readonly primary: Database,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Does nothing while the last one is on its way. */
  async send(): Promise<void> {
    if (this.isPending) return;
    this.isPending = true;
    try {
      const sentAt = this.now();
      this.record({ count: await this.increment(), sentAt });
    } finally {
      this.isPending = false;
    }
  }

  /** The time as of which a server has everything, by the count that it shows; `-Infinity` when that is not known. */
  findCurrentAt(count: number): number {
    return this.beats.findLast((beat) => beat.count <= count)?.sentAt ?? -Infinity;
  }

  /** How many milliseconds ago the oldest heartbeat was sent that a server does not show. */
  measureLag(count: number): number {
    const missing = this.beats.find((beat) => beat.count > count);
    return missing === undefined ? 0 : this.now() - missing.sentAt;
  }

  private async increment(): Promise<number> {
    const { primary } = this;
    if (!this.isPrepared) {
      const row = { name: NAME, holder: null, expires_at: 0, token: 0 };
      await primary.execute(primary.dialect.upsert('lease', ['name'], row, []));
      this.isPrepared = true;
    }
    return primary.transaction(async (connection) => {
      await connection.defer(sql`UPDATE lease SET token = token + 1 WHERE name = ${NAME}`);
      const [row] = await connection.query<{ token: number }>(
        sql`SELECT token FROM lease WHERE name = ${NAME}`,
      );
      if (row !== undefined) return row.token;
      this.isPrepared = false;
      throw new Error('The row of the heartbeat has been deleted.');
    }, repeatInDoubt);
  }

  private record(beat: Beat): void {
    const last = this.beats.at(-1);
    // The row belongs to another database now, such as a restored one, to which earlier counts do not apply.
    if (last !== undefined && beat.count <= last.count) this.beats = [];
    this.beats.push(beat);
    if (this.beats.length > BEATS_MAXIMUM) this.beats.shift();
  }
}
