import { useHasScope } from '../../session/session-state.js';
import { useIsReadOnly } from '../read-only-notice.js';
import type { ResourceType } from '../resource-type.js';

/** Whether the user may change the places of terms, as far as it is known before a save. */
export function useCanMoveTerms({ entity }: ResourceType): boolean {
  const canWrite = useHasScope('content:administer');
  const isReadOnly = useIsReadOnly();
  return entity.writable && canWrite && !isReadOnly;
}
