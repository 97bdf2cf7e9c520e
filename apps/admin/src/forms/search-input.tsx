import { t } from '@lingui/core/macro';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { IconSearch } from '../icons/icons.js';

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A search input that searches when the typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  // A saved view, or the button that clears all filters, has changed the search.
  if (value !== searched) {
    setSearched(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const debouncedChange = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      flex="1 1 220px"
      maw={420}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label={t`Clear search`}
            onClick={() => {
              setTyped('');
              onChange('');
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        debouncedChange(currentTarget.value.trim());
      }}
    />
  );
}
