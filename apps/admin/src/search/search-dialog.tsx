import { t } from '@lingui/core/macro';
import { Box, Group, Kbd, Loader, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { BREAK_WORDS, SnippetText } from '../entries/full-text/snippet-text.js';
import { IconSearch } from '../icons/icons.js';
import { type SearchResult, type SearchResultGroup, useSearchResults } from './use-search-results.js';

interface SearchDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Finds entries of every type, types and screens, and leads to the chosen one, or runs an action of the screen that is shown. */
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
  const [activeKey, setActiveKey] = useState<string>();
  const activeIndex = Math.max(
    0,
    results.findIndex(({ key }) => key === activeKey),
  );
  const active = results[activeIndex];

  function open({ target }: SearchResult): void {
    onClose();
    if (typeof target === 'string') void navigate({ to: target });
    else target();
  }

  function moveTo(index: number): void {
    const result = results.at(index % results.length);
    setActiveKey(result?.key);
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
        aria-label={t`Find entries, types, screens and actions`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && toOptionId(id, active)}
        placeholder={t`Words of an entry, a type, a screen or an action`}
        leftSection={isPending ? <Loader size={16} /> : <IconSearch size={16} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActiveKey(undefined);
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
          key={result.key}
          component="div"
          id={toOptionId(listId, result)}
          role="option"
          aria-selected={result.key === active?.key}
          className="search-option"
          onClick={() => {
            onOpen(result);
          }}
        >
          <div style={{ minWidth: 0 }}>
            <Text size="sm" style={BREAK_WORDS}>
              {result.label}
            </Text>
            {result.match !== undefined && <SnippetText snippet={result.match} />}
          </div>
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

function toOptionId(listId: string, { key }: SearchResult): string {
  return `${listId}-${key}`;
}
