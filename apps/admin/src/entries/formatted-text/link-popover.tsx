import { t } from '@lingui/core/macro';
import { Button, Combobox, Group, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import * as queries from '../../management-api/queries.js';
import { TargetOption } from '../references/reference-picker.js';
import { type Target, useTargets } from '../references/use-targets.js';
import { hasPage, toResourceTypes } from '../resource-type.js';
import { completeAddress, isAddress } from './link-address.js';
import { findEntryLink, type LinkAttributes, toAddressLink } from './entry-link.js';
import { SelectionPopover } from './selection-popover.js';

/** A shorter text is no name of an entry. */
const NAME_LENGTH_MINIMUM = 2;

interface LinkPopoverProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** The address of the link at the selection, or the entry that it leads to, which is found by its name. */
export function LinkPopover({ editor, onClose }: LinkPopoverProps): ReactNode {
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [typed, setTyped] = useState(before);
  const [isAsked, setAsked] = useState(false);
  const combobox = useCombobox();
  const name = typed.trim();
  const isName = name.length >= NAME_LENGTH_MINIMUM && !isAddress(name);
  const { targets, isFetching } = useEntries(isName ? name : '');
  const isOpen = isName && targets.length > 0;
  const isRefused = isAsked && !isOpen && !isFetching;

  function setLink(attributes: LinkAttributes, text: string): void {
    onClose();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (attributes.href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] }).run();
    else chain.setLink(attributes).run();
  }

  function save(): void {
    const [first] = targets;
    if (name === before) {
      onClose();
      editor.commands.focus();
    } else if (name === '' || isAddress(name)) setLink(toAddressLink(completeAddress(name)), name);
    else if (isOpen && first !== undefined && !isFetching) void pick(first.id);
    else setAsked(true);
  }

  async function pick(id: string): Promise<void> {
    const target = targets.find((candidate) => candidate.id === id);
    if (target !== undefined) setLink(await findEntryLink(target), target.title);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    // The option that the arrow keys have chosen is picked by the list.
    if (isOpen && combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    save();
  }

  return (
    <SelectionPopover editor={editor} label={t`Link`} onClose={onClose}>
      <Combobox
        store={{ ...combobox, dropdownOpened: isOpen }}
        withinPortal={false}
        position="bottom-start"
        onOptionSubmit={(id) => {
          void pick(id);
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <Combobox.Target withExpandedAttribute>
            <TextInput
              ref={focusAtOnce}
              aria-label={t`Address or name of an entry`}
              placeholder={t`Address or name of an entry`}
              flex={1}
              w="min(320px, 50vw)"
              miw={0}
              data-autofocus
              value={typed}
              rightSection={isName && isFetching ? <Loader size={16} /> : undefined}
              error={
                isRefused && t`No entry has this name. An address begins with https:// or /, or is a host.`
              }
              onChange={({ currentTarget }) => {
                setAsked(false);
                setTyped(currentTarget.value);
                combobox.resetSelectedOption();
              }}
              onKeyDown={onKeyDown}
            />
          </Combobox.Target>
          <Button variant="default" onClick={save}>
            {t`Set link`}
          </Button>
        </Group>
        {/* Wider than the input, so that titles and found words have room on a phone. */}
        <Combobox.Dropdown miw="min(420px,75vw)">
          <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t`Entries`}>
            {targets.map((target) => (
              <Combobox.Option key={target.id} value={target.id}>
                <TargetOption target={target} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </SelectionPopover>
  );
}

/** The popover moves the focus a moment later: what is typed until then would replace the selected words. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}

/** The entries with pages whose names or texts have the words; none without words. */
function useEntries(words: string): { readonly targets: readonly Target[]; readonly isFetching: boolean } {
  const [searched] = useDebouncedValue(words, 200);
  const { data: model } = useQuery(queries.contentModel);
  const types = model === undefined || words === '' || searched === '' ? [] : toResourceTypes(model);
  const { targets, isFetching } = useTargets(
    types.filter((type) => hasPage(type) && type.entries > 0).map(({ type }) => type),
    searched,
  );
  return { targets, isFetching: isFetching || searched !== words };
}
