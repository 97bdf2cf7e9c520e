import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The user and system processor time of a process in milliseconds. */
export function processorMilliseconds(pid: number): number {
  const { user, kernel } = readTicks(pid);
  return toMilliseconds(user + kernel);
}

/** The same of a process and of all that it has started, ended ones included. */
export function treeProcessorMilliseconds(pid: number): number {
  const { user, kernel, endedUser, endedKernel } = readTicks(pid);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children
    .filter((child) => existsSync(`/proc/${child}`))
    .reduce(
      (sum, child) => sum + treeProcessorMilliseconds(Number(child)),
      toMilliseconds(user + kernel + endedUser + endedKernel),
    );
}

/** The parent of a process. */
export function readParent(pid: number): number {
  return Number(readStat(pid)[1]);
}

function readTicks(pid: number): Readonly<Record<'user' | 'kernel' | 'endedUser' | 'endedKernel', number>> {
  const [user = 0, kernel = 0, endedUser = 0, endedKernel = 0] = readStat(pid).slice(11, 15).map(Number);
  return { user, kernel, endedUser, endedKernel };
}

/** The fields of `/proc/[pid]/stat` from the third one. */
function readStat(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name before them is in brackets and may contain any character.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function toMilliseconds(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}

const IDLE_INTERVAL_MS = 300;

/** A process that uses at most a tenth of a processor in an interval is idle. */
const IDLE_SHARE = 0.1;

/** @param readTime `treeProcessorMilliseconds` for a process whose children work */
export async function waitUntilIdle(pid: number, readTime = processorMilliseconds): Promise<void> {
  let before = readTime(pid);
  for (;;) {
    await sleep(IDLE_INTERVAL_MS);
    const now = readTime(pid);
    if (now - before <= IDLE_SHARE * IDLE_INTERVAL_MS) return;
    before = now;
  }
}
