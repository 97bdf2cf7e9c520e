import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The processor time that a process has used until now, in its own code and in the kernel's, in milliseconds. */
export function processorMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the command stands in brackets and may hold anything; what follows is the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, kernelTicks] = [fields[11], fields[12]];
  return ((Number(userTicks) + Number(kernelTicks)) * 1000) / ticksPerSecond;
}
