import type { Entry } from '@content-service/entries';

/** The path of an entry, and of what lies below it. */
export function pathOf({ type, id }: Pick<Entry, 'type' | 'id'>, ...below: readonly string[]): string {
  return ['/api', type.replace('--', '/'), id, ...below].join('/');
}
