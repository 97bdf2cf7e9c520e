import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessRunning, parseWholeNumber } from '@content-service/kernel';

/** Files that nothing has written to for so long are left of a process that was killed. */
const LEFT_AFTER_MS = 86_400_000;

const PREFIX = 'content-service-files-';

/**
 * Removes the entries of a folder that are older than a day. What another process removes at the same time is passed over.
 *
 * @param isOurs whether an entry of this name may be removed
 */
export async function removeLeftovers(
  folder: string,
  isOurs: (name: string) => boolean = () => true,
): Promise<void> {
  const before = Date.now() - LEFT_AFTER_MS;
  for (const name of (await readdir(folder)).filter(isOurs)) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined || stats.mtimeMs >= before || stats.uid !== process.getuid?.()) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * A folder of this process for temporary files, for stores that are not on a file system. It is in the one of the system, and its name has
 * the id of the process.
 */
export class ProcessFolder {
  private made: Promise<string> | undefined;

  /** The absolute path. The folder is made with mode 0700 at the first call, and again when it is gone: programs tidy the one of the system. */
  async path(): Promise<string> {
    const { made } = this;
    if (made !== undefined && (await isThere(made))) return made;
    // Unless another call has begun to make it meanwhile.
    if (this.made === made) this.made = undefined;
    this.made ??= makeFolder();
    return this.made;
  }

  /** Removes the folder with everything in it. */
  async remove(): Promise<void> {
    const folder = await this.made?.catch(() => undefined);
    this.made = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function isThere(folder: Promise<string>): Promise<boolean> {
  return folder.then(lstat).then(
    () => true,
    () => false,
  );
}

async function makeFolder(): Promise<string> {
  await removeLeftovers(tmpdir(), isLeftFolder);
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Whether it is the folder of a process that has ended. One that runs may have stored nothing for days. */
function isLeftFolder(name: string): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const pid = parseWholeNumber(name.slice(PREFIX.length).split('-', 1)[0] ?? '', { minimum: 1 });
  return pid === undefined || !isProcessRunning(pid);
}
