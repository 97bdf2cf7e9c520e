import { plural, t } from '@lingui/core/macro';
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatActor } from '../entries/history/revision-words.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { IconTrash } from '../icons/icons.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { DeletedEntry, RestoredEntry } from '../management-api/operations-resources.js';

const PATH = '/trash';
const KEY = ['trash'];

const COLUMNS = [
  { label: t`Entry` },
  { label: t`Deleted`, visibleFrom: 'sm' },
  { label: t`By`, visibleFrom: 'sm' },
  { label: t`Restore`, isLabelHidden: true },
] as const;

const NOTHING = {
  icon: <IconTrash />,
  title: t`The trash is empty`,
  description: t`Nodes, media and terms that are deleted can be restored here for some days.`,
};

/** Deleted entries, the last one first, each with a button that brings it back. */
export function TrashScreen(): ReactNode {
  const query = useInfiniteList<DeletedEntry>(KEY, PATH);
  return (
    <Screen title={t`Trash`} description={t`Deleted entries, which can be restored for some days.`}>
      <QueryBoundary query={query}>
        {({ pages }) => (
          <ListTable
            items={pages.flatMap(({ items }) => items)}
            columns={COLUMNS}
            empty={NOTHING}
            more={query}
          >
            {(deletion) => <DeletedRow key={deletion.number} deletion={deletion} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function DeletedRow({ deletion }: { readonly deletion: DeletedEntry }): ReactNode {
  const { entry, at } = deletion;
  const label = entry.label ?? entry.id;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {entry.type}
        </Text>
        <Text size="sm" component="div" hiddenFrom="sm" mt={4}>
          <RelativeTime at={at} isPast />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={at} isPast />
        <Text size="xs" c="dimmed">
          {formatDateTime(at)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{formatActor(deletion)}</Table.Td>
      <Table.Td ta="right">
        <RestoreButton deletion={deletion} />
      </Table.Td>
    </Table.Tr>
  );
}

function RestoreButton({ deletion }: { readonly deletion: DeletedEntry }): ReactNode {
  const { entry, references } = deletion;
  const label = entry.label ?? entry.id;
  const [opened, { open, close }] = useDisclosure();
  const restore = useAction({
    mutationFn: async (withReferences: boolean) => {
      const query = withReferences ? '?references=true' : '';
      return (await managementApi.post<RestoredEntry>(`${PATH}${buildPath(entry.id)}/restore${query}`)).body;
    },
    successMessage: (restored, withReferences) => formatRestored(label, withReferences, restored),
    invalidates: [KEY, ['entries'], ['content-model']],
    toastErrors: true,
  });
  const start = (withReferences: boolean) => () => {
    close();
    restore.mutate(withReferences);
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={restore.isPending}
        aria-label={t`Restore ${label}`}
        onClick={references === 0 ? start(false) : open}
      >
        {t`Restore`}
      </Button>
      <Modal opened={opened} onClose={close} title={t`Restore «${label}»?`}>
        <Stack>
          <Text size="sm">
            {plural(references, {
              one: 'With its deletion, # reference to it ended. It can come back where the field is still empty or a list has room.',
              other:
                'With its deletion, # references to it ended. They can come back where the field is still empty or a list has room.',
            })}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={start(false)}>
              {t`Restore without references`}
            </Button>
            <Button data-autofocus onClick={start(true)}>
              {t`Restore with references`}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

/** Such as `Restored: Trams. 6 references are back, 1 has no place any more.` */
function formatRestored(label: string, withReferences: boolean, { references }: RestoredEntry): string {
  const restored = t`Restored: ${label}`;
  if (!withReferences) return restored;
  const { putBack, left } = references;
  const parts = [
    plural(putBack.length, { one: '# reference is back', other: '# references are back' }),
    ...(left === 0
      ? []
      : [plural(left, { one: '# has no place any more', other: '# have no place any more' })]),
  ];
  return `${restored}. ${parts.join(', ')}.`;
}
