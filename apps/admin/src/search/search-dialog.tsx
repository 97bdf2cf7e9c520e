import { t } from '@lingui/core/macro';
import { Box, Group, Kbd, Loader, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { IconSearch } from '../icons/icons.js';
import { type SearchResult, type SearchResultGroup, useSearchResults } from './use-search-results.js';

interface SearchDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Finds entries of every type, types and screens, and leads to the chosen one. */
export function SearchDialog({ opened, onClose }: SearchDialogProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Find`} centered={false} yOffset="10vh" size="lg">
      <Search onClose={onClose} />
    </Modal>
  );
}

/** A combobox whose list of options is always open (ARIA Authoring Practices Guide, «Combobox Pattern»). */
function Search({ onClose }: Pick<SearchDialogProps, 'onClose'>): ReactNode {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const { groups, isPending } = useSearchResults(text);
  const results = groups.flatMap((group) => group.results);
  const [activePath, setActivePath] = useState<string>();
  const activeIndex = Math.max(
    0,
    results.findIndex(({ path }) => path === activePath),
  );
  const active = results[activeIndex];

  function open({ path }: SearchResult): void {
    onClose();
    void navigate({ to: path });
  }

  function moveTo(index: number): void {
    const result = results.at(index % results.length);
    setActivePath(result?.path);
    if (result !== undefined)
      document.getElementById(toOptionId(id, result))?.scrollIntoView({ block: 'nearest' });
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveTo(activeIndex + 1);
    else if (event.key === 'ArrowUp') moveTo(activeIndex - 1);
    else if (event.key === 'Enter' && active !== undefined) open(active);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t`Find entries, types and screens`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && toOptionId(id, active)}
        placeholder={t`A title, a type or a screen`}
        leftSection={isPending ? <Loader size={16} /> : <IconSearch size={16} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActivePath(undefined);
        }}
        onKeyDown={handleKey}
      />
      <Text size="sm" c="dimmed" role="status" mt="sm">
        {results.length === 0 && !isPending && text === typed.trim() && t`Nothing found.`}
      </Text>
      <Box id={`${id}-list`} role="listbox" aria-label={t`Results`} mah="50vh" style={{ overflowY: 'auto' }}>
        {groups.map((group) => (
          <ResultGroup key={group.label} group={group} listId={id} active={active} onOpen={open} />
        ))}
      </Box>
      <Group gap="xs" mt="sm" visibleFrom="sm">
        <Kbd size="xs">↑</Kbd>
        <Kbd size="xs">↓</Kbd>
        <Text size="xs" c="dimmed">
          {t`choose`}
        </Text>
        <Kbd size="xs">Enter</Kbd>
        <Text size="xs" c="dimmed">
          {t`open`}
        </Text>
      </Group>
    </>
  );
}

interface ResultGroupProps {
  readonly group: SearchResultGroup;
  readonly listId: string;
  readonly active: SearchResult | undefined;
  readonly onOpen: (result: SearchResult) => void;
}

function ResultGroup({ group: { label, results }, listId, active, onOpen }: ResultGroupProps): ReactNode {
  return (
    <div role="group" aria-label={label}>
      <Text size="xs" c="dimmed" fw={600} pt="xs" pb={4} aria-hidden>
        {label}
      </Text>
      {results.map((result) => (
        <UnstyledButton
          key={result.path}
          component="div"
          id={toOptionId(listId, result)}
          role="option"
          aria-selected={result.path === active?.path}
          className="search-option"
          onClick={() => {
            onOpen(result);
          }}
        >
          <Text size="sm" span truncate>
            {result.label}
          </Text>
          {result.detail !== undefined && (
            <Text size="xs" span style={{ whiteSpace: 'nowrap' }}>
              {result.detail}
            </Text>
          )}
        </UnstyledButton>
      ))}
    </div>
  );
}

function toOptionId(listId: string, { path }: SearchResult): string {
  return `${listId}-${path}`;
}
