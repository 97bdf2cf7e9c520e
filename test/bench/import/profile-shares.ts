import type { Profiler } from 'node:inspector';

/** Time in which the process waits for others. */
const IDLE = '(idle)';

/** Percent of the processor time by package, greatest first; `libs/…` and `apps/…` are of this project. */
export function toShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): [string, number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, getPackage(callFrame)]));
  const times = new Map<string, number>();
  for (const [n, sample] of samples.entries()) {
    const name = names.get(sample) ?? IDLE;
    if (name !== IDLE) times.set(name, (times.get(name) ?? 0) + (timeDeltas[n] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]): [string, number] => [name, (100 * time) / total])
    .filter(([, percent]) => percent >= 1)
    .sort(([, a], [, b]) => b - a);
}

/** Such as `mysql2`, `libs/entries`, `node:fs`, `(garbage collector)`, or the name of a native function. */
function getPackage({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName;
  const dependency = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency !== undefined) return dependency;
  return /\/((?:libs|apps)\/[^/]+)\//.exec(url)?.[1] ?? /^node:[^/]+/.exec(url)?.[0] ?? 'others';
}
