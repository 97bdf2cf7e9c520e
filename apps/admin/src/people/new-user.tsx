import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { FailureNotice } from '../frame/failure-notice.js';
import { manage } from '../manage/manage.js';
import { USER_POINTERS, UserFields, type UserValues } from './user-fields.js';

interface NewUserProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewUser({ opened, onClose }: NewUserProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="New user">
      <Form onClose={onClose} />
    </Modal>
  );
}

const EMPTY: UserValues = { name: '', displayName: '', role: 'editor', password: '' };

function Form({ onClose }: Pick<NewUserProps, 'onClose'>): ReactNode {
  const draft = useDraft(EMPTY);
  const create = useAct({
    act: () => {
      const { displayName, ...values } = draft.values;
      return manage.post('/users', displayName === '' ? values : { ...values, displayName });
    },
    done: `${draft.values.name} can sign in now`,
    refresh: [['users']],
    then: onClose,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        <FailureNotice failure={create.error} shown={USER_POINTERS} />
        <UserFields draft={draft} failure={create.error} isNew />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create user
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
