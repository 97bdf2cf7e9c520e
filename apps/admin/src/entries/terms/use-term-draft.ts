import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { KeptDraft } from '../../forms/unsaved-values.js';
import { useAction } from '../../forms/use-action.js';
import { isTreeConflict, saveTree } from '../../trees/save-tree.js';
import type { TreeDraft } from '../../trees/tree-save-bar.js';
import { isAbove } from './find-terms.js';
import {
  applyMoves,
  findNewParents,
  type Levels,
  type TermMove,
  type Terms,
  toOperations,
} from './term-moves.js';
import { getTermType } from './term.js';
import type { TermLevels } from './use-term-levels.js';

/** The moves of an editor, which are saved together. */
export interface TermDraft extends TreeDraft {
  /** The levels after the moves. */
  readonly levels: Levels;
  /** The parents of a term after the moves. */
  readonly getParents: (id: string) => readonly string[];
  readonly move: (move: TermMove) => void;
  /** What is kept in the browser until it is saved. */
  readonly kept: KeptDraft;
}

/** The moves of an editor, and the levels that they make of those that were read. */
export function useTermDraft(type: string, { levels, terms, show }: TermLevels): TermDraft {
  const queryClient = useQueryClient();
  const [moves, setMoves] = useState<readonly TermMove[]>([]);
  const moved = useMemo(() => applyMoves(levels, moves), [levels, moves]);
  const parents = useMemo(() => findNewParents(terms, levels, moves), [terms, levels, moves]);
  const operations = useMemo(() => toOperations(type, terms, levels, moves), [type, terms, levels, moves]);
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['entries', type] });
  const save = useAction({
    mutationFn: async () => {
      await refuseCircles(type, terms, parents);
      let saved = 0;
      try {
        await saveTree(getTermType(type), operations, [...terms.values()], () => saved++);
      } catch (error) {
        // What is saved already is no change any more.
        if (saved > 0) await readAgain();
        throw error;
      }
    },
    successMessage: t`Saved`,
    invalidates: [['entries']],
    onSuccess: () => {
      setMoves([]);
    },
  });
  const reload = useAction({
    mutationFn: readAgain,
    invalidates: [],
    toastErrors: true,
    onSuccess: save.reset,
  });
  const kept = useMemo(
    () => ({
      original: NO_MOVES,
      changes: operations.length === 0 ? {} : { moves },
      set: (_: 'moves', value: readonly TermMove[]) => {
        for (const { from, to } of value) for (const parent of [from, to]) show(parent);
        setMoves(value);
      },
    }),
    [moves, operations, show],
  );
  return {
    levels: moved,
    kept,
    operations,
    getParents: (id) => parents.get(id) ?? terms.get(id)?.parents ?? [],
    move: (move) => {
      setMoves((before) => [...before, move]);
    },
    discard: () => {
      setMoves([]);
      save.reset();
      void readAgain();
    },
    save: save.mutate,
    isSaving: save.isPending || reload.isPending,
    failure: save.error,
    isConflict: isTreeConflict(save.error),
    reload: reload.mutate,
  };
}

const NO_MOVES = { moves: [] };

/** The service stores circles of parents. @throws Error for a term that would be below itself */
async function refuseCircles(
  type: string,
  terms: Terms,
  newParents: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const [id, parents] of newParents) {
    const added = parents.filter((parent) => terms.get(id)?.parents.includes(parent) !== true);
    for (const parent of added) {
      if (!(await isAbove(type, id, parent, newParents))) continue;
      const getTitle = (one: string): string => terms.get(one)?.title ?? '';
      const [title, above] = [getTitle(id), getTitle(parent)];
      throw new Error(t`«${above}» is below «${title}»: a term cannot be below itself.`);
    }
  }
}
