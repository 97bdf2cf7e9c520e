import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconSearch } from '../icons/icons.js';

/** Loaded when it is opened: no screen needs it at first. */
const SearchDialog = lazy(() =>
  import('./search-dialog.js').then((module) => ({ default: module.SearchDialog })),
);

/** The button that opens the search, as does Ctrl+K (Cmd+K on a Mac), everywhere. */
export function SearchButton(): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
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
      {wasOpened && (
        <Suspense>
          <SearchDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
