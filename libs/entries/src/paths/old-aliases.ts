import { type ContentModel } from '@content-service/bundles';
import { type Clock, formatDateTime, type IdGenerator } from '@content-service/kernel';
import type { ChangedEntry } from '../changed-entries.js';
import { Entry, getPathAlias, type MonotonicPositionGenerator, type PathAlias } from '../entry.js';
import type { EntryUnitOfWork } from '../entry-unit-of-work.js';
import type { EntryStore } from '../entry.store.js';
import { fold } from '../query/fold.js';
import { EVERY_LANGUAGE, findRedirects, formatEntryUri, REDIRECT_TYPE } from './redirects.js';

/** Paths that one query looks for, and redirects that it finds at most. */
const BATCH_SIZE = 100;
const FOUND_MAXIMUM = 1000;

/** Keeps the old addresses of entries: adds redirects from them to the unit of work that changes aliases. */
export class OldAliases {
  constructor(
    private readonly store: EntryStore,
    private readonly ids: IdGenerator,
    private readonly positions: MonotonicPositionGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an automatic redirect from each alias that a published entry gives up, unless `isOn` is false, and deletes those from
   * aliases that an entry takes.
   */
  async follow(unitOfWork: EntryUnitOfWork, model: ContentModel, isOn: boolean): Promise<void> {
    const moved = unitOfWork.changedEntries.flatMap((changed) => toMove(changed) ?? []);
    if (moved.length === 0) return;
    const taken = moved.flatMap(({ to }) => to ?? []);
    await this.deleteTaken(unitOfWork, taken);
    if (!isOn) return;
    const keys = new Set(taken.map(toKey));
    for (const { entry, from } of moved)
      if (from !== undefined && !keys.has(toKey(from)))
        unitOfWork.insert(this.createRedirect(entry, from, model));
  }

  private async deleteTaken(unitOfWork: EntryUnitOfWork, taken: readonly PathAlias[]): Promise<void> {
    const keys = new Set(taken.map(toKey));
    for (let start = 0; start < taken.length; start += BATCH_SIZE) {
      const sources = taken.slice(start, start + BATCH_SIZE).map(({ alias }) => alias);
      const selection = { publishedOnly: false, automaticOnly: true, limit: FOUND_MAXIMUM };
      for (const { entry, source, langcode } of await findRedirects(this.store, sources, selection)) {
        const isTaken =
          langcode === EVERY_LANGUAGE
            ? taken.some(({ alias }) => fold(alias) === fold(source))
            : keys.has(toKey({ alias: source, langcode }));
        if (!isTaken || unitOfWork.isChanged(entry.id)) continue;
        const current = await unitOfWork.find(entry.id);
        if (current !== undefined) unitOfWork.delete(current);
      }
    }
  }

  private createRedirect({ type, id }: Entry, { alias, langcode }: PathAlias, model: ContentModel): Entry {
    const now = this.clock.now();
    const time = formatDateTime(now);
    return Entry.of(
      {
        id: this.ids.next(),
        type: REDIRECT_TYPE,
        published: true,
        created: now,
        changed: now,
        version: 1,
        position: this.positions.next(),
        modelVersion: model.version,
      },
      {
        source: alias,
        target: { uri: formatEntryUri(type, id), title: null, options: [] },
        status_code: 301,
        status: true,
        created: time,
        changed: time,
        langcode,
        automatic: true,
      },
      {},
    );
  }
}

interface Move {
  readonly entry: Entry;
  /** The alias that the entry, which was published, gives up. */
  readonly from: PathAlias | undefined;
  readonly to: PathAlias | undefined;
}

/** `undefined` when the entry keeps its alias. A change of case or accents leaves the address as it is. */
function toMove({ before, after }: ChangedEntry): Move | undefined {
  if (after === undefined) return undefined;
  const [from, to] = [before && getPathAlias(before), getPathAlias(after)];
  const isKept = (from && toKey(from)) === (to && toKey(to));
  return isKept ? undefined : { entry: after, from: before?.published === true ? from : undefined, to };
}

function toKey({ alias, langcode }: PathAlias): string {
  return `${langcode} ${fold(alias)}`;
}
