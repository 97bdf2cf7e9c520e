import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The user and system processor time of a process in milliseconds. */
export function processorMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name is in brackets and may contain any character; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, kernelTicks] = [fields[11], fields[12]];
  return ((Number(userTicks) + Number(kernelTicks)) * 1000) / ticksPerSecond;
}
