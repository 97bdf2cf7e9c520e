import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function readRepositoryFile(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}
