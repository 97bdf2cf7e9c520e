import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type TermPage, termPage } from './find-terms.js';
import type { Level, LevelsByParent, TermsById } from './term-moves.js';
import { FIRST_LEVEL, type Term } from './term.js';

/** A part of a level that is shown. */
interface Part {
  readonly parent: string;
  readonly offset: number;
}

interface ReadPart extends Part {
  readonly page: TermPage | undefined;
  readonly isFailed: boolean;
}

/** The levels of a vocabulary that were asked for. */
export interface TermLevels {
  readonly levels: LevelsByParent;
  readonly terms: TermsById;
  /** The ids of terms that have none below them. */
  readonly leaves: ReadonlySet<string>;
  /** The terms whose levels could not be read. */
  readonly failed: ReadonlySet<string>;
  /** Whether further terms of a level are being read. */
  readonly isFetching: boolean;
  /** Reads the first terms of a level, unless it was asked for. */
  readonly show: (parent: string) => void;
  readonly showMore: (parent: string, offset: number) => void;
  /** Reads a level again that could not be read. */
  readonly retry: (parent: string) => void;
}

/** Reads the levels of a vocabulary part by part. */
export function useTermLevels(type: string): TermLevels {
  const queryClient = useQueryClient();
  const [parts, setParts] = useState<readonly Part[]>([{ parent: FIRST_LEVEL, offset: 0 }]);
  const combine = useCallback(
    (results: readonly UseQueryResult<TermPage>[]) => ({
      isFetching: results.some(({ isFetching }) => isFetching),
      read: parts.map((part, index): ReadPart => {
        const { data, isError = false } = results[index] ?? {};
        return { ...part, page: data, isFailed: isError && data === undefined };
      }),
    }),
    [parts],
  );
  const { read, isFetching } = useQueries({
    queries: parts.map(({ parent, offset }) => termPage(type, parent, offset)),
    combine,
  });
  const found = useMemo(() => joinParts(read), [read]);
  const show = useCallback((parent: string, offset = 0) => {
    setParts((before) =>
      before.some((part) => part.parent === parent && part.offset === offset)
        ? before
        : [...before, { parent, offset }],
    );
  }, []);
  return {
    ...found,
    isFetching,
    show,
    showMore: show,
    retry: (parent) => {
      void queryClient.refetchQueries({ queryKey: termPage(type, parent, 0).queryKey.slice(0, 4) });
    },
  };
}

/** The levels of the parts that were read, in their order. */
function joinParts(read: readonly ReadPart[]): Pick<TermLevels, 'levels' | 'terms' | 'leaves' | 'failed'> {
  const levels = new Map<string, Level>();
  const terms = new Map<string, Term>();
  const leaves = new Set<string>();
  const failed = new Set<string>();
  for (const { parent, page, isFailed } of read) {
    if (isFailed) failed.add(parent);
    if (page === undefined) continue;
    for (const term of page.terms) terms.set(term.id, term);
    for (const id of page.leaves) leaves.add(id);
    const ids = [...(levels.get(parent)?.ids ?? []), ...page.terms.map(({ id }) => id)];
    levels.set(parent, { ids: [...new Set(ids)], count: page.count, next: page.next });
  }
  return { levels, terms, leaves, failed };
}
