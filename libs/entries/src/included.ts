import type { ContentModel } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { maySee } from './entry-access.js';
import type { Entry, Identifier } from './entry.js';
import type { EntryStore } from './entry.store.js';
import { type IncludeTree, IncludeTooLarge } from './include-tree.js';

/** What every reading needs. */
export interface ReadContext {
  readonly principal: Principal;
  readonly model: ContentModel;
  /** `undefined` when no include was asked for; an empty tree when an empty one was. */
  readonly include: IncludeTree | undefined;
  /** The most resources of an include. */
  readonly includedMaximum: number;
}

/** Entries that were left out because the reader may not see them. */
export type Omission = Pick<Identifier, 'type' | 'id'>;

/** An entry and the relationships to follow from it. */
interface Branch {
  readonly entry: Entry;
  readonly tree: IncludeTree;
}

/** A target that was met and the relationships to follow from it. */
interface Lead {
  readonly id: Uuid;
  readonly tree: IncludeTree;
}

/**
 * Loads what an include tree leads to, level by level, with one store call a level.
 *
 * @param roots the entries the tree starts from
 * @param primary entries the document shows already; they are followed, not repeated
 * @throws IncludeTooLarge
 */
export async function loadIncluded(
  roots: readonly Entry[],
  primary: readonly Entry[],
  context: ReadContext & { readonly include: IncludeTree },
  store: EntryStore,
): Promise<{ included: Entry[]; omitted: Omission[] }> {
  const known = new Map([...roots, ...primary].map((entry) => [entry.id, entry]));
  const shown = new Set(primary.map(({ id }) => id));
  const included = new Map<Uuid, Entry>();
  const omitted = new Map<Uuid, Omission>();
  let level: Branch[] = roots.map((entry) => ({ entry, tree: context.include }));
  while (level.length > 0) {
    const leads = level.flatMap(leadsOf);
    const unknown = [...new Set(leads.map(({ id }) => id))].filter((id) => !known.has(id));
    if (included.size + unknown.length > context.includedMaximum)
      throw new IncludeTooLarge(context.includedMaximum);
    for (const [id, entry] of await fetch(unknown, store)) known.set(id, entry);
    const next = new Map<IncludeTree, Set<Entry>>();
    for (const { id, tree } of leads) {
      const entry = known.get(id);
      if (entry === undefined) continue;
      if (!maySee(context.principal, entry)) {
        omitted.set(id, { type: entry.type, id });
        continue;
      }
      if (!shown.has(id)) included.set(id, entry);
      if (tree.size > 0) next.set(tree, (next.get(tree) ?? new Set()).add(entry));
    }
    level = [...next].flatMap(([tree, entries]) => [...entries].map((entry) => ({ entry, tree })));
  }
  return { included: [...included.values()], omitted: [...omitted.values()] };
}

function leadsOf({ entry, tree }: Branch): Lead[] {
  return [...tree].flatMap(([field, subtree]) =>
    (entry.relationships[field] ?? []).map(({ id }) => ({ id, tree: subtree })),
  );
}

async function fetch(ids: readonly Uuid[], store: EntryStore): Promise<Map<Uuid, Entry>> {
  return ids.length === 0 ? new Map() : store.getMany(ids);
}
