import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm } from '../../forms/confirm.js';
import { RowMenu } from '../../forms/row-menu.js';
import { useAction } from '../../forms/use-action.js';
import { IconCopy, IconEye, IconEyeOff, IconTrash } from '../../icons/icons.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { DeletionText } from '../deletion-text.js';
import type { ResourceType } from '../resource-type.js';
import { useDuplicate } from './use-duplicate.js';

interface EntryMenuProps {
  readonly entry: Resource;
  readonly title: string;
  readonly resourceType: ResourceType;
}

const CHANGES = [['entries'], ['content-model'], ['trash']] as const;

/** The menu of a row: publish or unpublish, duplicate, delete. */
export function EntryMenu({ entry, title, resourceType }: EntryMenuProps): ReactNode {
  const isPublished = entry.attributes['status'] === true;
  const publish = useAction({
    mutationFn: (status: boolean) => jsonApi.update(entry, { attributes: { status } }),
    successMessage: (_, status) => (status ? t`«${title}» is published` : t`«${title}» is unpublished`),
    invalidates: CHANGES,
    toastErrors: true,
  });
  const duplicate = useDuplicate(resourceType);
  const remove = useAction({
    mutationFn: () => jsonApi.remove(entry),
    successMessage: t`«${title}» is deleted`,
    invalidates: CHANGES,
    toastErrors: true,
  });
  return (
    <RowMenu label={t`Actions for ${title}`}>
      <Menu.Item
        leftSection={isPublished ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        onClick={() => {
          publish.mutate(!isPublished);
        }}
      >
        {isPublished ? t`Unpublish` : t`Publish`}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} />}
        onClick={() => {
          duplicate(entry);
        }}
      >
        {t`Duplicate`}
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} />}
        onClick={() => {
          confirm({
            title: t`Delete «${title}»?`,
            text: <DeletionText resourceType={resourceType} ids={[entry.id]} />,
            confirmLabel: t`Delete entry`,
            onConfirm: remove.mutate,
          });
        }}
      >
        {t`Delete`}
      </Menu.Item>
    </RowMenu>
  );
}
