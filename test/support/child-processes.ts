import { readFileSync } from 'node:fs';

/** Process ids of the children of a process (proc(5)). */
export function listChildren(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
