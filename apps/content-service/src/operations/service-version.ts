import { readFileSync } from 'node:fs';

/** The version of the package at the root, which is as far from `src` as from `dist`. */
export function readServiceVersion(): string {
  const file = new URL('../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
