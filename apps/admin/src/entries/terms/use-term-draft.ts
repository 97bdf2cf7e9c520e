import { plural, t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { KeptDraft } from '../../forms/unsaved-values.js';
import { useAction } from '../../forms/use-action.js';
import { isTreeConflict, saveTree } from '../../trees/save-tree.js';
import type { TreeDraft } from '../../trees/tree-save-bar.js';
import { type Circle, findCircles } from './find-circles.js';
import {
  findUnread,
  type LevelsByParent,
  makeMoves,
  planMoves,
  type TermMove,
  type TermsById,
} from './term-moves.js';
import { getTermType } from './term.js';
import type { TermLevels } from './use-term-levels.js';

/** The moves of an editor, which are saved together. */
export interface TermDraft extends TreeDraft {
  /** The levels after the moves. */
  readonly levels: LevelsByParent;
  /** Whether there are moves that are not saved, also of levels that are being read. */
  readonly isChanged: boolean;
  /** The parents of a term after the moves. */
  readonly getParents: (id: string) => readonly string[];
  /** The titles of terms that would need different weights below different terms after a further move. */
  readonly findConflicts: (move: TermMove) => readonly string[];
  readonly move: (move: TermMove) => void;
  /** The circles that the last save has made together with that of another user. */
  readonly circles: readonly Circle[];
  readonly closeCircle: (circle: Circle) => void;
  /** What is kept in the browser until it is saved. */
  readonly kept: KeptDraft;
}

/** The moves of an editor, and the levels that they make of those that were read. */
export function useTermDraft(type: string, read: TermLevels): TermDraft {
  const { levels, terms, show } = read;
  const queryClient = useQueryClient();
  const [moves, setMoves] = useState<readonly TermMove[]>([]);
  const [circles, setCircles] = useState<readonly Circle[]>([]);
  const plan = useMemo(() => planMoves(type, terms, levels, moves), [type, terms, levels, moves]);
  const { operations, parents } = plan;
  const toTitles = (ids: Iterable<string>): readonly string[] =>
    [...ids].map((id) => terms.get(id)?.title ?? id);
  const [isChecking, check] = useCheck(read, moves, setMoves);
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['entries', type] });
  const save = useAction({
    mutationFn: async () => {
      if (plan.conflicting.size > 0) throw new Error(formatConflict(toTitles(plan.conflicting)));
      await refuseCircles(type, terms, parents);
      await saveTree(getTermType(type), operations, [...terms.values()], readAgain);
      return { sent: new Set(plan.made), circles: await findMadeCircles(type, terms, parents) };
    },
    successMessage: t`Saved`,
    invalidates: [['entries']],
    onSuccess: ({ sent, circles: made }) => {
      // Others may have been made meanwhile.
      setMoves((before) => before.filter((move) => !sent.has(move)));
      setCircles(made);
      check();
    },
  });
  const reload = useAction({
    mutationFn: readAgain,
    invalidates: [],
    toastErrors: true,
    onSuccess: () => {
      save.reset();
      check();
    },
  });
  const isChanged = operations.length > 0 || plan.unmade.length > 0;
  const kept = useMemo(
    () => ({
      original: NO_MOVES,
      changes: isChanged ? { moves } : {},
      set: (_: 'moves', value: readonly TermMove[]) => {
        for (const { from, to } of value) for (const parent of [from, to]) show(parent);
        setMoves((before) => [...value, ...before]);
        check();
      },
    }),
    [moves, isChanged, show, check],
  );
  return {
    levels: plan.levels,
    isChanged,
    kept,
    operations,
    getParents: (id) => parents.get(id) ?? terms.get(id)?.parents ?? [],
    findConflicts: (move) => {
      const { conflicting } = planMoves(type, terms, levels, [...moves, move]);
      return toTitles([...conflicting].filter((id) => !plan.conflicting.has(id)));
    },
    move: (move) => {
      setMoves((before) => [...before, move]);
    },
    circles,
    closeCircle: (circle) => {
      setCircles((before) => before.filter((one) => one !== circle));
    },
    discard: () => {
      setMoves([]);
      save.reset();
      void readAgain();
    },
    save: save.mutate,
    isSaving: save.isPending || reload.isPending || isChecking,
    failure: save.error,
    isConflict: isTreeConflict(save.error),
    reload: reload.mutate,
  };
}

const NO_MOVES = { moves: [] };

/** @param titles of the terms that would need different weights */
export function formatConflict(titles: readonly string[]): string {
  const names = titles.map((title) => `«${title}»`).join(', ');
  return t`A term has one weight below all its terms: this order contradicts the one below another term, for ${names}.`;
}

/**
 * Reads what moves need that were kept, or made on an older version, and gives up those that cannot be made, with a message; those of
 * levels that could not be read stay.
 */
function useCheck(
  { levels, failed, showMore, show }: TermLevels,
  moves: readonly TermMove[],
  setMoves: (moves: readonly TermMove[]) => void,
): readonly [boolean, () => void] {
  const [isChecking, setChecking] = useState(false);
  const finish = useEffectEvent(() => {
    const part = findUnread(levels, moves, failed);
    if (part !== undefined) {
      if (part.offset === 0) show(part.parent);
      else showMore(part.parent, part.offset);
      return;
    }
    setChecking(false);
    const { unmade } = makeMoves(levels, moves);
    if (unmade.length === 0) return;
    setMoves(moves.filter((move) => !unmade.includes(move) || failed.has(move.from) || failed.has(move.to)));
    notifications.show({
      title: t`Not all moves could be made`,
      message: plural(unmade.length, {
        one: '# term is not where it was moved from any more, or was not found.',
        other: '# terms are not where they were moved from any more, or were not found.',
      }),
      color: 'red',
    });
  });
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setTimeout(finish);
    return () => {
      clearTimeout(timer);
    };
  }, [isChecking, levels, failed]);
  const check = useCallback(() => {
    setChecking(true);
  }, []);
  return [isChecking, check];
}

/** The service stores circles of parents. @throws Error for a term that would be below itself */
async function refuseCircles(
  type: string,
  terms: TermsById,
  newParents: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const [circle] = await findCircles(type, terms, newParents, newParents);
  if (circle === undefined) return;
  const { title, parentTitle: above } = circle;
  throw new Error(t`«${above}» is below «${title}»: a term cannot be below itself.`);
}

/** The circles after a save: another user may have made the other half of one since they were looked for. */
async function findMadeCircles(
  type: string,
  terms: TermsById,
  newParents: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Circle[]> {
  try {
    return await findCircles(type, terms, newParents, new Map());
  } catch {
    // The terms are saved: that nobody can look again is no reason to refuse that.
    return [];
  }
}
