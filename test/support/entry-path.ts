import type { Entry } from '@content-service/entries';

/** The path of an entry or of a resource below it: `/api/node/article/0190…/field_tags`. */
export function formatEntryPath(
  { type, id }: Pick<Entry, 'type' | 'id'>,
  ...below: readonly string[]
): string {
  return ['/api', type.replace('--', '/'), id, ...below].join('/');
}
