import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { confirm } from '../../forms/confirm.js';
import { useAction } from '../../forms/use-action.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ResourceType } from '../resource-type.js';
import { toCopy } from './to-copy.js';

interface EntryMenuProps {
  readonly entry: Resource;
  readonly title: string;
  readonly resourceType: ResourceType;
}

const CHANGES = [['entries'], ['content-model']] as const;

/** The menu of a row: publish or unpublish, duplicate, delete. */
export function EntryMenu({ entry, title, resourceType }: EntryMenuProps): ReactNode {
  const navigate = useNavigate();
  const isPublished = entry.attributes['status'] === true;
  const publish = useAction({
    mutationFn: (status: boolean) => jsonApi.update(entry, { attributes: { status } }),
    successMessage: (_, status) => (status ? `«${title}» is published` : `«${title}» is unpublished`),
    invalidates: CHANGES,
    toastErrors: true,
  });
  const duplicate = useAction({
    mutationFn: () => jsonApi.create(entry.type, toCopy(entry, resourceType)),
    successMessage: 'The copy is a draft',
    invalidates: CHANGES,
    toastErrors: true,
    onSuccess: ({ body: { data } }) => navigate({ to: '/entries/$type/$id', params: data }),
  });
  const remove = useAction({
    mutationFn: () => jsonApi.remove(entry),
    successMessage: `«${title}» is deleted`,
    invalidates: CHANGES,
    toastErrors: true,
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Actions for ${title}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={isPublished ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => {
            publish.mutate(!isPublished);
          }}
        >
          {isPublished ? 'Unpublish' : 'Publish'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => {
            duplicate.mutate();
          }}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => {
            confirm({
              title: `Delete «${title}»?`,
              text: 'References to it end as well. This cannot be undone.',
              confirmLabel: 'Delete entry',
              onConfirm: remove.mutate,
            });
          }}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
