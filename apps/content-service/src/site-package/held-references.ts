import {
  Entry,
  type EntryChange,
  type EntryHead,
  type EntryStatus,
  type EntryStore,
  type NamedTarget,
  type Relationships,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { WantedEntry } from './entry-of-line.js';
import type { ImportReport } from './import-report.js';

/** An entry that points at entries which were not there when it was stored. */
export interface Holding extends WantedEntry {
  /** Those of its targets that were not there. */
  readonly missing: readonly NamedTarget[];
}

const AT_ONCE = 200;

/**
 * Forward references of an import. Linkage never shows a target that does not exist, so what points at later lines is
 * held back here, and put in its place when the last line has been read.
 */
export class HeldReferences {
  private readonly holdings: Holding[] = [];

  constructor(private readonly store: EntryStore) {}

  keep(holding: Holding): void {
    if (holding.missing.length > 0) this.holdings.push(holding);
  }

  /** Puts every target that has arrived into its place, and warns of the others. */
  async settle(report: ImportReport): Promise<void> {
    for (let at = 0; at < this.holdings.length; at += AT_ONCE)
      await this.settleSome(this.holdings.slice(at, at + AT_ONCE), report);
  }

  private async settleSome(holdings: readonly Holding[], report: ImportReport): Promise<void> {
    const targets = holdings.flatMap(({ missing }) => missing.map(({ id }) => id));
    const found = await this.store.exists([...new Set(targets)]);
    const hosts = await this.store.getMany(holdings.map(({ entry }) => entry.id));
    const changes = holdings.flatMap(({ number, entry, missing }): EntryChange[] => {
      const absent = missing.filter(({ type, id }) => found.get(id)?.type !== type);
      for (const target of absent) report.addWarning(number, dangling(target));
      const host = hosts.get(entry.id);
      if (host === undefined || absent.length === missing.length) return [];
      const settled = Entry.of(nextVersion(host), host.attributes, without(entry, absent));
      return [{ kind: 'update', entry: settled, expectedVersion: host.version }];
    });
    if (changes.length > 0) await this.store.apply(changes);
  }
}

/** The entry without references that cannot be kept (yet), and those references. */
export function holdBack(
  wanted: WantedEntry,
  found: ReadonlyMap<Uuid, EntryStatus>,
): { now: Entry; holding: Holding } {
  const missing = wanted.targets.filter(({ id }) => !found.has(id));
  const { entry } = wanted;
  const now = missing.length === 0 ? entry : Entry.of(entry, entry.attributes, without(entry, missing));
  return { now, holding: { ...wanted, missing } };
}

function without({ relationships }: Entry, missing: readonly NamedTarget[]): Relationships {
  const ids = new Set(missing.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(relationships).map(([name, linkage]) => [name, linkage.filter(({ id }) => !ids.has(id))]),
  );
}

/** Nobody edited the entry, so `changed` stays. */
function nextVersion({
  id,
  type,
  published,
  created,
  changed,
  version,
  position,
  modelVersion,
}: Entry): EntryHead {
  return { id, type, published, created, changed, version: version + 1, position, modelVersion };
}

function dangling({ type, id, pointer }: NamedTarget): string {
  const field = pointer.split('/')[3] ?? '';
  return `${field} points at the ${type} ${id}, which does not exist; the reference is left out.`;
}
