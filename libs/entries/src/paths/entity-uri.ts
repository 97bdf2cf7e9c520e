import { isUuid, type Uuid } from '@content-service/kernel';

/** An entry that a URI names, such as `entity:node/{id}?a=b#c`. */
export interface EntityUri {
  readonly entityType: string;
  readonly id: Uuid;
  /** Query and fragment; empty without. */
  readonly suffix: string;
}

/** @returns `undefined` for another URI */
export function parseEntityUri(uri: string): EntityUri | undefined {
  const [, entityType = '', id = '', suffix = ''] =
    /^entity:([a-z_]+)\/([0-9a-f-]{36})([?#].*)?$/s.exec(uri) ?? [];
  return isUuid(id) ? { entityType, id, suffix } : undefined;
}
