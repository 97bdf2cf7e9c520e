// The folder for the databases and other files of a test run.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';

/** More than all databases that exist at the same time, the servers' own files included. */
const bytesNeeded = 6 * 2 ** 30;

/** For the processes of the tests beside them. */
const bytesLeft = 4 * 2 ** 30;

/**
 * Makes a folder in memory the one for temporary files, of this process and of those that it starts, where there is enough memory:
 * a test run makes and drops thousands of databases. It is removed when this process ends.
 *
 * @returns {string} the folder, or another one for temporary files
 */
export function useTestFolder() {
  const isInMemory = isMemoryUsable();
  const folder = createTestFolder(isInMemory ? memory : tmpdir());
  if (isInMemory) process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

function createTestFolder(parent) {
  const folder = mkdtempSync(join(parent, 'content-service-tests-'));
  // For servers that run as users of their own.
  chmodSync(folder, 0o755);
  return folder;
}

function isMemoryUsable() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const free = process.availableMemory?.() ?? freemem();
    return bavail * bsize > bytesNeeded && free > bytesNeeded + bytesLeft && runsPrograms();
  } catch {
    return false;
  }
}

/** Tests install packages with native modules and commands; a container may forbid them there. */
function runsPrograms() {
  const folder = mkdtempSync(join(memory, 'content-service-'));
  try {
    const program = join(folder, 'true');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
