import { t } from '@lingui/core/macro';
import { Group, Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { RelativeTime } from '../../forms/relative-time.js';
import { IconPlus } from '../../icons/icons.js';
import type { Identifier } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import { BREAK_WORDS, SnippetText } from '../full-text/snippet-text.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { type Target, useTargets } from './use-targets.js';
import { useTargetCreation } from './use-target-creation.js';

interface ReferencePickerProps {
  readonly label: string;
  readonly types: readonly string[];
  /** Targets that are not offered. */
  readonly excluded: readonly Identifier[];
  readonly onPick: (target: Identifier) => void;
  /** Whether the options are shown inside of a popover, which closes when something outside is pressed. */
  readonly isInPopover?: boolean;
  /** Whether an entry with the typed name can be created. */
  readonly canCreate?: boolean;
}

/** A select that searches entries by their names and texts while it is typed. */
export function ReferencePicker({
  label,
  types,
  excluded,
  onPick,
  isInPopover = false,
  canCreate = false,
}: ReferencePickerProps): ReactNode {
  const [text, setText] = useState('');
  const name = text.trim();
  const [searchText] = useDebouncedValue(name, 200);
  const [isOpen, setOpen] = useState(false);
  const { targets, isFetching } = useTargets(isOpen ? types : [], searchText);
  const creation = useTargetCreation(types, onPick);
  const { data: model } = useQuery(queries.contentModel);
  const candidates = targets.filter(({ id }) => !excluded.some((target) => target.id === id));
  const groups = types.map((type) => ({
    group: model?.bundles.find((bundle) => bundle.type === type)?.label ?? type,
    items: candidates
      .filter((target) => target.type === type)
      .map(({ id, title }) => ({ value: id, label: title })),
  }));
  const isSearched = isOpen && name !== '' && name === searchText && !isFetching;
  const isNamed = targets.some(({ title }) => title.toLowerCase() === name.toLowerCase());
  const creatable = canCreate && isSearched && !isNamed ? creation.types : [];
  const creations = creatable.map((type) => ({
    value: type.type,
    label: t`Create «${name}» in ${type.label}`,
  }));
  const options =
    types.length === 1 ? (groups[0]?.items ?? []) : groups.filter(({ items }) => items.length > 0);
  const labels = [...groups.flatMap(({ items }) => items), ...creations].map((option) => option.label);
  const chooseMeant = (input: HTMLElement): void => {
    findList(input)?.querySelectorAll<HTMLElement>('[role="option"]')[findMeant(labels, name)]?.click();
  };
  /** The input in which Enter was pressed before the typed name was searched. */
  const entered = useRef<HTMLElement>(undefined);
  const chooseEntered = useEffectEvent(() => {
    if (entered.current !== undefined) chooseMeant(entered.current);
    entered.current = undefined;
  });
  useEffect(() => {
    if (isSearched) chooseEntered();
  }, [isSearched]);
  return (
    <Select
      aria-label={label}
      placeholder={t`Search by name`}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => {
        setOpen(true);
      }}
      filter={({ options }) => options}
      data={[...options, ...creations]}
      wrapperProps={{
        onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
          const input = event.target as HTMLElement;
          entered.current = undefined;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || name === '' || isOptionChosen(input))
            return;
          event.preventDefault();
          event.stopPropagation();
          if (isSearched) chooseMeant(input);
          else entered.current = input;
        },
      }}
      renderOption={({ option }) => {
        const target = candidates.find(({ id }) => id === option.value);
        return target === undefined ? (
          <CreateOption label={option.label} />
        ) : (
          <TargetOption target={target} />
        );
      }}
      nothingFoundMessage={isFetching ? t`Searching …` : t`Nothing found`}
      rightSection={isFetching || creation.isPending ? <Loader size={16} /> : undefined}
      comboboxProps={{ withinPortal: !isInPopover, portalProps: { target: 'main' } }}
      onChange={(value) => {
        const target = candidates.find(({ id }) => id === value);
        const type = creatable.find((resourceType) => resourceType.type === value);
        if (target !== undefined) onPick({ type: target.type, id: target.id });
        else if (type !== undefined) creation.create({ type, name });
        setText('');
      }}
    />
  );
}

/** The index of the option that a typed name means: the only one, or the one with this very name; -1 when that is open. */
function findMeant(labels: readonly string[], name: string): number {
  return labels.length === 1 ? 0 : labels.findIndex((label) => label.toLowerCase() === name.toLowerCase());
}

/** The list of the options of an open select. */
function findList(input: HTMLElement): Element | null {
  const id = input.getAttribute('aria-controls');
  return id === null ? null : document.querySelector(`#${CSS.escape(id)}`);
}

/** Whether the arrow keys have gone to an option, which Enter takes. */
function isOptionChosen(input: HTMLElement): boolean {
  return findList(input)?.querySelector('[data-combobox-selected]') !== null;
}

/** An entry among those that were found. */
export function TargetOption({
  target: { type, title, picture, isPublished, changedAt, match },
}: {
  readonly target: Target;
}): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <EntryPicture type={type} url={picture} size={32} />
      <div style={{ minWidth: 0 }}>
        <Text size="sm" style={BREAK_WORDS}>
          {title}
        </Text>
        {match !== undefined && <SnippetText snippet={match} />}
        <Text size="xs" c="dimmed" component="div">
          {isPublished ? t`Published` : t`Draft`}
          {changedAt !== null && (
            <>
              {t` · changed `}
              <RelativeTime at={changedAt} size="xs" isPast />
            </>
          )}
        </Text>
      </div>
    </Group>
  );
}

function CreateOption({ label }: { readonly label: string }): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap">
      <IconPlus size={16} />
      <Text size="sm">{label}</Text>
    </Group>
  );
}
