import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root of this package, whether this module runs from its sources, its build or its bundle. */
const PACKAGE = findPackageFolder(new URL('./', import.meta.url));

/** The root of the repository, or of the assembled image (`deploy/assemble.js`). */
export const ROOT = resolvePackageFile('../../');

/** The path of a file or folder beside the sources, such as `assets/pages.css`. */
export function resolvePackageFile(path: string): string {
  return fileURLToPath(new URL(path, PACKAGE));
}

function findPackageFolder(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findPackageFolder(new URL('../', folder));
}
