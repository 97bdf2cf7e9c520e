import { t } from '@lingui/core/macro';
import { Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toMenuState } from './menu-draft.js';
import { LINKS_MAXIMUM, menuContent } from './menu-content.js';
import { canHaveLinks } from './menu-tree.js';
import { useMenus } from './use-menus.js';

/** Where a link to an entry is added. */
export interface MenuPlace {
  readonly menuName: string;
  /** The id of the link above; `''` for the first level. */
  readonly parent: string;
  /** The text of the link; empty for the title of the entry. */
  readonly title: string;
}

interface MenuPlaceInputProps {
  readonly value: MenuPlace;
  /** The title of the entry. */
  readonly title: string;
  readonly onChange: (value: MenuPlace) => void;
}

/** Options that are shown at once; typing finds the others. */
const OPTIONS_MAXIMUM = 100;

/** A menu, a link of it under which a new one is added, and the text of that. */
export function MenuPlaceInput({ value, title, onChange }: MenuPlaceInputProps): ReactNode {
  const { data: menus } = useMenus();
  const { data: stored } = useQuery({ ...menuContent(value.menuName), enabled: value.menuName !== '' });
  const { tree, links } = toMenuState(stored?.links ?? []);
  const parents = tree.filter(canHaveLinks).map(({ id, level }) => ({
    value: id,
    label: `${'– '.repeat(level)}${links.get(id)?.title ?? ''}`,
  }));
  const isFull = (stored?.links.length ?? 0) >= LINKS_MAXIMUM;
  return (
    <Stack gap="sm">
      <Select
        label={t`Menu`}
        data={(menus?.body.menus ?? []).map(({ name, label }) => ({ value: name, label }))}
        allowDeselect={false}
        value={value.menuName === '' ? null : value.menuName}
        error={isFull ? t`This menu has as many links as it can have.` : undefined}
        onChange={(menuName) => {
          onChange({ ...value, menuName: menuName ?? '', parent: '' });
        }}
      />
      <Select
        label={t`Below`}
        searchable
        allowDeselect={false}
        limit={OPTIONS_MAXIMUM}
        nothingFoundMessage={t`Nothing found`}
        disabled={value.menuName === ''}
        data={[{ value: FIRST_LEVEL, label: t`No link: the first level` }, ...parents]}
        value={value.parent === '' ? FIRST_LEVEL : value.parent}
        onChange={(parent) => {
          onChange({ ...value, parent: parent === FIRST_LEVEL || parent === null ? '' : parent });
        }}
      />
      <TextInput
        label={t`Text of the link`}
        placeholder={title}
        maxLength={255}
        value={value.title}
        onChange={({ currentTarget }) => {
          onChange({ ...value, title: currentTarget.value });
        }}
      />
    </Stack>
  );
}

/** No id of a link. */
const FIRST_LEVEL = 'first-level';
