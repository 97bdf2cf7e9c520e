import { t } from '@lingui/core/macro';
import { Menu, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { FormDialog } from '../forms/form-dialog.js';
import { ListTable } from '../forms/list-table.js';
import { RowMenu } from '../forms/row-menu.js';
import { IconListTree } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { MenuSettings } from '../management-api/resources.js';
import { MenuForm } from './menu-form.js';
import { useMenuRemoval } from './use-menu-removal.js';
import { useMenus } from './use-menus.js';

type SiteMenu = MenuSettings['menus'][number];

const COLUMNS = [
  { label: t`Name` },
  { label: t`Machine name`, visibleFrom: 'sm' },
  { label: t`Description`, visibleFrom: 'md' },
  { label: t`Actions`, isLabelHidden: true, width: 56 },
] as const;

/** The menus of the site. */
export function MenusScreen(): ReactNode {
  const query = useMenus();
  return (
    <Screen
      title={t`Menus`}
      description={t`Links that lead readers through the site, in an order and in levels.`}
      actions={
        query.data !== undefined && (
          <DialogButton label={t`New menu`}>
            {(close) => <MenuForm menu={undefined} onDone={close} />}
          </DialogButton>
        )
      }
    >
      <QueryBoundary query={query}>
        {({ body: { menus } }) => (
          <ListTable
            items={menus}
            columns={COLUMNS}
            empty={{
              icon: <IconListTree />,
              title: t`No menus yet`,
              description: t`Create one for each place of the website that shows links, such as the header and the footer.`,
            }}
          >
            {(menu) => <MenuRow key={menu.name} menu={menu} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function MenuRow({ menu }: { readonly menu: SiteMenu }): ReactNode {
  const { name, label, description } = menu;
  const [isOpen, setOpen] = useState(false);
  const removal = useMenuRemoval(menu);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/menus/$menu" params={{ menu: name }} fw={500}>
          {label}
        </TextLink>
        <Text size="xs" c="dimmed" ff="monospace" hiddenFrom="sm">
          {name}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" ff="monospace">
          {name}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{description}</Text>
      </Table.Td>
      <Table.Td>
        <RowMenu label={t`Actions for ${label}`}>
          <Menu.Item
            onClick={() => {
              setOpen(true);
            }}
          >
            {t`Rename`}
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-error)" disabled={removal.isPending} onClick={removal.ask}>
            {t`Remove`}
          </Menu.Item>
        </RowMenu>
        <FormDialog opened={isOpen} onClose={close} title={t`Rename ${label}`}>
          <MenuForm menu={menu} onDone={close} />
        </FormDialog>
      </Table.Td>
    </Table.Tr>
  );
}
