import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconSearch } from '../icons/icons.js';
import { SearchDialog } from './search-dialog.js';

/** The button that opens the search, as does Ctrl+K (Cmd+K on a Mac), everywhere. */
export function SearchButton(): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  useHotkeys([['mod+K', open]], [], true);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        {t`Find`}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size="lg"
        hiddenFrom="sm"
        aria-label={t`Find`}
        onClick={open}
      >
        <IconSearch size={18} />
      </ActionIcon>
      <SearchDialog opened={opened} onClose={close} />
    </>
  );
}
