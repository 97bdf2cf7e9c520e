import { lstat, mkdir, mkdtemp, open, readdir, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type FileKey, parseFileKey } from './file-key.js';

const MODE = 0o750;

/** Whether an error of the file system has a code, such as `ENOENT`. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Makes the root with the folders above it. `mkdir` with `recursive` never ends below folders that deny new ones by ENOENT, such as `/proc`. */
async function makeRoot(root: string): Promise<void> {
  try {
    await makeOne(root);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    await makeRoot(dirname(root));
    await makeOne(root);
  }
}

/** Makes one folder, unless it is there, and writes its name to the disk. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: MODE });
    await syncFolder(dirname(folder));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

/**
 * Makes a folder below the root, with those above it.
 *
 * @throws Error of the file system; also when one of them is a symbolic link, below which nothing is made
 */
export async function makeFolder(root: string, folder: string): Promise<void> {
  await makeRoot(root);
  let at = root;
  for (const part of relative(root, folder).split('/')) {
    at = join(at, part);
    await makeOne(at);
    if (!(await lstat(at)).isDirectory()) throw new NotOurFolder(at);
  }
}

class NotOurFolder extends Error {
  constructor(folder: string) {
    super(`${folder} is, or is below, a symbolic link or no folder.`);
  }
}

/**
 * Refuses a folder when one between it and the root is a symbolic link: whoever can make one would choose where files are read
 * and written. The root may be a link of the operator.
 *
 * @throws Error of the file system, ENOENT when the folder is missing
 */
export async function assertUnlinked(root: string, folder: string): Promise<void> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(folder)]);
  if (real !== join(realRoot, relative(root, folder))) throw new NotOurFolder(folder);
}

/** Writes the names of a folder, and of those above it up to the root, to the disk. Folders that are gone are passed over. */
export async function syncFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at.length >= root.length; at = dirname(at))
    await syncFolder(at).catch((error: unknown) => {
      if (!isCode(error, 'ENOENT')) throw error;
    });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes and removes something in a folder, or where it would be made: the mode does not say it for certain, in `/proc` for
 * example.
 *
 * @returns whether the folder is there
 * @throws Error of the file system
 */
export async function tryToWrite(folder: string): Promise<boolean> {
  let at = folder;
  while (!(await isThere(at)) && at !== dirname(at)) at = dirname(at);
  await rmdir(await mkdtemp(join(at, '.content-service-')));
  return at === folder;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** The folders that have keys below them. */
const FOLDER = /^(?:files|styles)(?:\/[\da-f]{2}(?:\/[\da-f-]{36})?)?$/;

/** The keys of the files below a folder, behind `after`, in their order. Links and other files are passed over. */
export async function* listKeys(root: string, after: string, prefix = ''): AsyncGenerator<FileKey> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch((error: unknown) => {
    // A folder that was removed since its name was read.
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
  const named = entries.map((entry) => ({ entry, path: prefix + entry.name }));
  // Siblings that are folders are equally long, so that the order of names is that of the keys below them.
  for (const { entry, path } of named.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (path < after.slice(0, path.length)) continue;
    const key = entry.isFile() && path > after ? parseFileKey(path) : undefined;
    if (key !== undefined) yield key;
    else if (entry.isDirectory() && FOLDER.test(path)) yield* listKeys(root, after, `${path}/`);
  }
}
