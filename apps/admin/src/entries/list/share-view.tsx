import { t } from '@lingui/core/macro';
import { Button, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { FormDialog } from '../../forms/form-dialog.js';
import { useAction } from '../../forms/use-action.js';
import { toValidationError } from '../../http/api-error.js';
import { IconUsers } from '../../icons/icons.js';
import { managementApi } from '../../management-api/management-api.js';
import * as queries from '../../management-api/queries.js';
import type { ContentSettings, ListView } from '../../management-api/resources.js';

type SharedView = ContentSettings['sharedViews'][number];

const invalidates = [['list-views'], ['settings']];

/** Stands for all users in the choice of a role. */
const ALL = '';

/** A button that shares a saved view with all users, or with those of a role. */
export function ShareView({ view }: { readonly view: ListView }): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="subtle" leftSection={<IconUsers size={16} />} onClick={open}>
        {t`Share this view`}
      </Button>
      <FormDialog opened={opened} onClose={close} title={t`Share «${view.name}»`}>
        <ShareForm view={view} onClose={close} />
      </FormDialog>
    </>
  );
}

interface ShareFormProps {
  readonly view: ListView;
  readonly onClose: () => void;
}

function ShareForm({ view, onClose }: ShareFormProps): ReactNode {
  const { data: roles = [] } = useQuery(queries.roles);
  const [role, setRole] = useState(ALL);
  const share = useAction({
    mutationFn: () =>
      changeShared((views) => {
        if (views.some((one) => isSameView(one, view)))
          throw toValidationError([
            { pointer: '', detail: t`A view with this name is shared already.`, meta: {} },
          ]);
        const { name, resourceType, search } = view;
        const shared = { name, resourceType, search };
        return [...views, role === ALL ? shared : { ...shared, role }];
      }),
    successMessage: t`The view «${view.name}» is shared`,
    invalidates,
    onSuccess: onClose,
  });
  return (
    <Form onSubmit={share.mutate} failure={share.error} inputPointers={[]}>
      <Select
        label={t`With`}
        data-autofocus
        allowDeselect={false}
        data={[
          { value: ALL, label: t`All users` },
          ...roles.map(({ name, label }) => ({ value: name, label })),
        ]}
        value={role}
        onChange={(next) => {
          setRole(next ?? ALL);
        }}
      />
      <Text size="sm" c="dimmed">
        {t`They see it beside their own views. What entries they may see stays the same.`}
      </Text>
      <FormButtons submit={t`Share`} isSaving={share.isPending} onCancel={onClose} />
    </Form>
  );
}

/** A button that ends the sharing of a view. */
export function UnshareView({
  view,
  onDone,
}: {
  readonly view: SharedView;
  readonly onDone: () => void;
}): ReactNode {
  const unshare = useAction({
    mutationFn: () => changeShared((views) => views.filter((one) => !isSameView(one, view))),
    successMessage: t`The view «${view.name}» is not shared any more`,
    invalidates,
    toastErrors: true,
    onSuccess: onDone,
  });
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={unshare.isPending}
      onClick={() => {
        unshare.mutate();
      }}
    >
      {t`Stop sharing this view`}
    </Button>
  );
}

function isSameView(
  one: Pick<ListView, 'name' | 'resourceType'>,
  other: Pick<ListView, 'name' | 'resourceType'>,
): boolean {
  return one.resourceType === other.resourceType && one.name === other.name;
}

/** Replaces the shared views, unless the settings are changed meanwhile (412). */
async function changeShared(change: (views: readonly SharedView[]) => readonly SharedView[]): Promise<void> {
  const { body, etag } = await managementApi.get<ContentSettings>('/settings/content');
  await managementApi.patch('/settings/content', { sharedViews: change(body.sharedViews) }, etag);
}
