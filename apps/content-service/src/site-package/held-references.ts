import type { ContentModelService } from '@content-service/bundles';
import { Entry, type EntryChange, type EntryStore, type Identifier } from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import { type Found, isThere, type MissingTarget, withArrived } from './held-linkage.js';
import type { ImportReport } from './import-report.js';
import { togetherOrEach } from './together-or-each.js';

/** An entry that points at entries which were not there when it was stored. */
export interface Holding {
  /** The line it came from. */
  readonly number: number;
  readonly id: Uuid;
  readonly missing: readonly MissingTarget[];
}

const AT_ONCE = 200;

/**
 * Forward references of an import. Linkage never shows a target that does not exist, so what points at later lines is
 * held back here, and put in its place when the last line has been read. Until then others may edit the entries.
 */
export class HeldReferences {
  private readonly holdings: Holding[] = [];

  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
  ) {}

  keep(holding: Holding): void {
    if (holding.missing.length > 0) this.holdings.push(holding);
  }

  /** Puts every target that has arrived into its place, and warns of the others. */
  async settle(report: ImportReport): Promise<void> {
    for (let at = 0; at < this.holdings.length; at += AT_ONCE)
      await togetherOrEach(
        this.holdings.slice(at, at + AT_ONCE),
        this.bundles,
        (holdings) => this.settleAll(holdings, report),
        ({ number }, { message }) => {
          report.addWarning(number, `References to later lines are left out: ${message}`);
        },
      );
  }

  /** All or nothing; the report says of it only what has happened. */
  private async settleAll(holdings: readonly Holding[], report: ImportReport): Promise<void> {
    const targets = holdings.flatMap(({ missing }) => missing.map(({ target }) => target.id));
    const found = await this.store.exists([...new Set(targets)]);
    const hosts = await this.store.getMany(holdings.map(({ id }) => id));
    const settled = holdings.map((holding) => {
      const host = hosts.get(holding.id);
      return { ...holding, host, after: host && this.nextVersion(host, holding.missing, found) };
    });
    const changes = settled.flatMap(({ host, after }): EntryChange[] =>
      host === undefined || after === undefined || after.relationshipsText === host.relationshipsText
        ? []
        : [{ kind: 'update', entry: after, expectedVersion: host.version }],
    );
    if (changes.length > 0) await this.store.apply(changes);

    for (const { number, missing, after } of settled)
      for (const { field, target } of missing)
        if (after?.relationships[field]?.some(({ id }) => id === target.id) !== true)
          report.addWarning(number, leftOut(field, target, found));
  }

  /** Nobody edited the entry, so `changed` stays. */
  private nextVersion(host: Entry, missing: readonly MissingTarget[], found: Found): Entry {
    const { id, type, published, created, changed, position } = host;
    const model = this.bundles.current();
    const head = { id, type, published, created, changed, position };
    return Entry.of(
      { ...head, version: host.version + 1, modelVersion: model.version },
      host.attributes,
      withArrived(host, missing, found, model),
    );
  }
}

function leftOut(field: string, target: Identifier, found: Found): string {
  const reason = isThere(target, found) ? 'for which there is no place any more' : 'which does not exist';
  return `${field} points at the ${target.type} ${target.id}, ${reason}; the reference is left out.`;
}
