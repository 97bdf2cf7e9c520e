import { isJsonObject } from '@content-service/kernel';
import type { Entry } from './entry.js';

/** The address of an entry on a site; no two entries have the same in one language. */
export interface PathAlias {
  readonly alias: string;
  readonly langcode: string;
}

/** What the base field `path` says, if the entry's type has it and it is filled in. */
export function pathAliasOf(entry: Entry): PathAlias | undefined {
  const path = entry.attributes['path'];
  if (!isJsonObject(path)) return undefined;
  const { alias, langcode } = path;
  return typeof alias === 'string' && typeof langcode === 'string' ? { alias, langcode } : undefined;
}
