import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { manage } from '../manage/manage.js';
import { USER_POINTERS, UserFields, type UserValues } from './user-fields.js';

interface NewUserProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewUser({ opened, onClose }: NewUserProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="New user">
      <Creating onClose={onClose} />
    </Modal>
  );
}

const EMPTY: UserValues = { name: '', displayName: '', role: 'editor', password: '' };

function Creating({ onClose }: Pick<NewUserProps, 'onClose'>): ReactNode {
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
    <Form onSubmit={create.mutate} failure={create.error} shown={USER_POINTERS}>
      <UserFields draft={draft} failure={create.error} isNew />
      <FormButtons submit="Create user" isSaving={create.isPending} onCancel={onClose} />
    </Form>
  );
}
