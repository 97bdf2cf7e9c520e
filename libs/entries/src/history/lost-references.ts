import { type ContentModel, isMultiple } from '@content-service/bundles';
import { DomainError, type Json, type Uuid } from '@content-service/kernel';
import type { ChangedEntry } from '../changed-entries.js';
import { type Entry, getValuesMaximum, type Identifier } from '../entry.js';
import { isStoreFault } from '../entry.errors.js';
import type { EntryUnitOfWork } from '../entry-unit-of-work.js';
import type { OperationContext } from '../entry-operation.js';
import type { OperationProcessor } from '../operation-processor.js';
import { LOST_REFERENCES_MAXIMUM, type LostReference } from './entry-revision.js';

/**
 * The references to a deleted entry that changes have ended, also those of entries that were deleted with it.
 *
 * @param limit how many at most
 */
export function findLostReferences(
  deleted: Uuid,
  changed: readonly ChangedEntry[],
  limit = LOST_REFERENCES_MAXIMUM,
): readonly LostReference[] {
  const lost: LostReference[] = [];
  for (const { id, before, after } of changed) {
    if (lost.length >= limit) break;
    if (id === deleted || before === undefined) continue;
    for (const [field, linkage] of Object.entries(before.relationships))
      for (const [index, target] of linkage.entries())
        if (target.id === deleted && !(after?.relationships[field] ?? []).some((one) => one.id === deleted))
          lost.push({ entryId: id, field, index, meta: target.meta });
  }
  return lost.slice(0, limit);
}

/**
 * Puts references to an entry, which the unit of work inserts again, back where they are still missing: into fields with one
 * value that are empty, and into lists that have room and do not have it. What a rule refuses is left out.
 *
 * @returns those that were put back
 */
export async function putReferencesBack(
  target: Entry,
  lost: readonly LostReference[],
  unitOfWork: EntryUnitOfWork,
  processor: OperationProcessor,
  context: Omit<OperationContext, 'unitOfWork'>,
): Promise<readonly LostReference[]> {
  await unitOfWork.load([...new Set(lost.map(({ entryId }) => entryId))]);
  const putBack: LostReference[] = [];
  for (const reference of lost) {
    const entry = await unitOfWork.find(reference.entryId);
    if (entry === undefined) continue;
    const data = getLinkageWith(target, reference, entry, context.model);
    if (data === undefined) continue;
    const { type, id } = entry;
    try {
      await processor.perform(
        { kind: 'linkage', linkageOperation: 'replace', type, id, field: reference.field, data },
        { ...context, unitOfWork },
      );
      putBack.push(reference);
    } catch (error) {
      if (!(error instanceof DomainError) || isStoreFault(error)) throw error;
    }
  }
  return putBack;
}

/** The `data` of a linkage document with the reference; `undefined` where it has no place. */
function getLinkageWith(
  target: Entry,
  { field: name, index, meta }: LostReference,
  entry: Entry,
  model: ContentModel,
): Json | undefined {
  const type = model.find(entry.type);
  const field = type?.relationships.find((relationship) => relationship.name === name);
  // Entries whose writes need a further scope, such as links of menus, are left to those who have it.
  if (type === undefined || field === undefined || type.entityType.writeScope !== undefined) return undefined;
  const linkage = entry.relationships[name] ?? [];
  const isPresent = linkage.some(({ id }) => id === target.id);
  if (isPresent || linkage.length >= getValuesMaximum(field)) return undefined;
  const { type: targetType, id } = target;
  const identifier: Identifier =
    meta === undefined ? { type: targetType, id } : { type: targetType, id, meta };
  const data = isMultiple(field) ? linkage.toSpliced(index, 0, identifier) : identifier;
  return data as unknown as Json;
}
