import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the administration; `src` and `dist` are equally far from it. */
const BUILT = new URL('../../../admin/dist/', import.meta.url);

/** Files whose name changes with what is in them. */
export const ASSETS = fileURLToPath(new URL('assets/', BUILT));

export const FAVICON = fileURLToPath(new URL('favicon.svg', BUILT));

/** The page as it was built, read anew each time, since a build may replace it; `undefined` when there was none. */
export async function builtPage(): Promise<string | undefined> {
  try {
    return await readFile(new URL('index.html', BUILT), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
