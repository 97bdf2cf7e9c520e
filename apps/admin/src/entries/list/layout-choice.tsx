import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EntriesSearch, isNarrowed } from './entries-search.js';

interface LayoutChoiceProps {
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
}

/** The choice between the list of terms and their tree, which has all of them. */
export function LayoutChoice({ search, onChange }: LayoutChoiceProps): ReactNode {
  const isNarrow = isNarrowed(search);
  return (
    <SegmentedControl
      w="fit-content"
      aria-label={t`Show as`}
      data={[
        { value: 'list', label: t`List` },
        { value: 'tree', label: t`Tree` },
      ]}
      value={isNarrow ? 'list' : (search.view ?? 'list')}
      onChange={(view) => {
        onChange(
          view === 'tree' ? { view, q: undefined, status: undefined, filters: undefined } : { view: 'list' },
        );
      }}
    />
  );
}
