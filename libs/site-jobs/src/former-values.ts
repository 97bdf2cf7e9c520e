import type { FieldValues } from '@content-service/entries';
import type { SpoolStore } from '@content-service/jobs';
import type { Clock, Uuid } from '@content-service/kernel';

/** The values that an entry had in the fields that a bulk action changes. */
export interface FormerValues extends FieldValues {
  readonly id: Uuid;
}

/** Former values that one attempt adds to a part, in characters of their JSON: a batch ends before one that would exceed it. */
export const FORMER_VALUES_MAXIMUM = 1_000_000;

/** The former values of the entries that a bulk action edits, in parts of one batch. They are deleted with old spools. */
export class FormerValuesLog {
  constructor(
    private readonly spools: SpoolStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the values of entries to a part, which an earlier attempt at the batch may have stored.
   *
   * @returns how many entries the part has
   */
  async add(job: Uuid, part: number, values: readonly FormerValues[]): Promise<number> {
    const known = (await this.find(job, part)) ?? [];
    // An entry that is to be edited once more was not, or was changed again since.
    const ids = new Set(values.map(({ id }) => id));
    const all = [...known.filter(({ id }) => !ids.has(id)), ...values];
    if (values.length > 0)
      await this.spools.put({ spool: job, part, text: JSON.stringify(all), storedAt: this.clock.now() });
    return all.length;
  }

  async find(job: Uuid, part: number): Promise<readonly FormerValues[] | undefined> {
    const text = await this.spools.find(job, part);
    return text === undefined ? undefined : (JSON.parse(text) as FormerValues[]);
  }
}
