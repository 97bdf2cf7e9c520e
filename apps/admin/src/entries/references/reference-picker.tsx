import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Identifier } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import { useTargets } from './use-targets.js';

interface ReferencePickerProps {
  readonly label: string;
  readonly types: readonly string[];
  /** Targets that are not offered. */
  readonly excluded: readonly Identifier[];
  readonly onPick: (target: Identifier) => void;
  /** Whether the options are shown inside of a popover, which closes when something outside is pressed. */
  readonly isInPopover?: boolean;
}

/** A select that searches entries by name while it is typed. */
export function ReferencePicker({
  label,
  types,
  excluded,
  onPick,
  isInPopover = false,
}: ReferencePickerProps): ReactNode {
  const [text, setText] = useState('');
  const [searchText] = useDebouncedValue(text.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const { targets, isFetching } = useTargets(isOpen ? types : [], searchText);
  const { data: model } = useQuery(queries.contentModel);
  const candidates = targets.filter(({ id }) => !excluded.some((target) => target.id === id));
  const groups = types.map((type) => ({
    group: model?.bundles.find((bundle) => bundle.type === type)?.label ?? type,
    items: candidates
      .filter((target) => target.type === type)
      .map(({ id, title }) => ({ value: id, label: title })),
  }));
  return (
    <Select
      aria-label={label}
      placeholder="Search by name"
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => {
        setOpen(true);
      }}
      filter={({ options }) => options}
      data={types.length === 1 ? (groups[0]?.items ?? []) : groups.filter(({ items }) => items.length > 0)}
      nothingFoundMessage={isFetching ? 'Searching …' : 'Nothing found'}
      rightSection={isFetching ? <Loader size={16} /> : undefined}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: !isInPopover }}
      onChange={(id) => {
        const target = candidates.find((candidate) => candidate.id === id);
        if (target !== undefined) onPick({ type: target.type, id: target.id });
        setText('');
      }}
    />
  );
}
