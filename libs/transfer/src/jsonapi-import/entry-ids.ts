import { formatUuid, parseUuid, type Uuid } from '@content-service/kernel';
import type { EntryStore } from '@content-service/entries';
import type { SourceResource } from './source-documents.js';
import { computeEntryId, toEntryId } from './type-names.js';

/** Ids of one question to the store. */
const BATCH = 1000;

/**
 * The ids of the entries of an import. An id that resources of two types have stays with the first type; of the other one it
 * is computed, as ids that are no UUIDs are. Takes about 70 bytes for each resource.
 */
export class EntryIds {
  private readonly types: string[] = [];
  /** Keyed by the bytes of each id: twice the index of the first type that has it, and one more unless it is a translation. */
  private readonly owners = new Map<string, number>();
  /** Resources by type and id whose id is computed, since another type has it. */
  private readonly shared = new Set<string>();
  /** Resources by type and id that the source gave more than once, and whether one of them was no translation. */
  private readonly repeated = new Map<string, boolean>();

  /** @param source the origin of the source */
  constructor(private readonly source: string) {}

  /** Takes notice of a resource, before any id is asked for. */
  add({ type, id, attributes }: SourceResource): void {
    const key = toKey(toEntryId(this.source, type, id));
    const index = this.getIndex(type) * 2;
    const isOriginal = attributes['default_langcode'] !== false;
    const before = this.owners.get(key);
    const name = formatName(type, id);
    if (before === undefined) this.owners.set(key, isOriginal ? index + 1 : index);
    else if (before >> 1 === index >> 1 || this.shared.has(name)) {
      const hadOriginal = this.repeated.get(name) ?? (before >> 1 === index >> 1 && before % 2 === 1);
      this.repeated.set(name, hadOriginal || isOriginal);
    } else this.shared.add(name);
  }

  /** Computes the ids of resources whose id belongs to a stored entry of another type. @param toTarget its type here */
  async avoidStored(
    store: Pick<EntryStore, 'findStatuses'>,
    toTarget: (type: string) => string | undefined,
  ): Promise<void> {
    let batch: [Uuid, string][] = [];
    const look = async (): Promise<void> => {
      const found = await store.findStatuses(batch.map(([id]) => id));
      for (const [id, type] of batch) {
        const stored = found.get(id)?.type;
        if (stored !== undefined && stored !== toTarget(type)) this.shared.add(formatName(type, id));
      }
      batch = [];
    };
    for (const [key, owner] of this.owners) {
      batch.push([toUuid(key), this.types[owner >> 1] ?? '']);
      if (batch.length === BATCH) await look();
    }
    if (batch.length > 0) await look();
  }

  get(type: string, id: string): Uuid {
    return this.isShared(type, id) ? computeEntryId(this.source, type, id) : toEntryId(this.source, type, id);
  }

  /** True when the id of a resource is computed because another type has it. */
  isShared(type: string, id: string): boolean {
    return this.shared.size > 0 && this.shared.has(formatName(type, id.toLowerCase()));
  }

  /** Tells if the source gives the resource more than once; `original` when one of its documents is no translation. */
  findRepeated(type: string, id: string): 'original' | 'translation' | undefined {
    const repeated = this.repeated.get(formatName(type, id.toLowerCase()));
    if (repeated === undefined) return undefined;
    return repeated ? 'original' : 'translation';
  }

  private getIndex(type: string): number {
    const index = this.types.indexOf(type);
    return index >= 0 ? index : this.types.push(type) - 1;
  }
}

function formatName(type: string, id: string): string {
  return `${type}/${id.toLowerCase()}`;
}

function toKey(id: Uuid): string {
  return parseUuid(id).toString('latin1');
}

function toUuid(key: string): Uuid {
  return formatUuid(Buffer.from(key, 'latin1'));
}
