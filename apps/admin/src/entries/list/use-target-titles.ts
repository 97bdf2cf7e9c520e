import { useLinkedTargets } from '../references/use-targets.js';

/** The target of a condition on a reference, which is of one of the types. */
export interface ConditionTarget {
  readonly types: readonly string[];
  readonly id: string;
}

/** The titles of targets by id; they are looked for in each of their types. */
export function useTargetTitles(targets: readonly ConditionTarget[]): ReadonlyMap<string, string> {
  const linked = useLinkedTargets(
    targets.flatMap(({ types, id }) => (id === '' ? [] : types.map((type) => ({ type, id })))),
  );
  return new Map([...linked].map(([id, { title }]) => [id, title]));
}
