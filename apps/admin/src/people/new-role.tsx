import { Modal, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { machineName, machineNameFault } from '../forms/machine-name.js';
import { ScopePicker } from '../forms/scope-picker.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { faultAt } from '../http/faults.js';
import { manage } from '../manage/manage.js';

interface NewRoleProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewRole({ opened, onClose }: NewRoleProps): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="New role" size="xl">
      <Creating onClose={onClose} />
    </Modal>
  );
}

const EMPTY: { label: string; name: string; scopes: readonly string[] } = { label: '', name: '', scopes: [] };

function Creating({ onClose }: Pick<NewRoleProps, 'onClose'>): ReactNode {
  const { values, set } = useDraft(EMPTY);
  const name = values.name === '' ? machineName(values.label) : values.name;
  const create = useAct({
    act: () => manage.post('/roles', { ...values, name }),
    done: 'The role is there',
    refresh: [['roles']],
    then: onClose,
  });
  return (
    <Form onSubmit={create.mutate} failure={create.error} shown={['/label', '/name', '/scopes']}>
      <TextInput
        label="Label"
        required
        data-autofocus
        value={values.label}
        error={faultAt(create.error, '/label')}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label="Machine name"
        required
        value={name}
        error={machineNameFault(name) ?? faultAt(create.error, '/name')}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <ScopePicker
        label="Scopes"
        value={values.scopes}
        error={faultAt(create.error, '/scopes')}
        onChange={(scopes) => {
          set('scopes', scopes);
        }}
      />
      <FormButtons submit="Create role" isSaving={create.isPending} onCancel={onClose} />
    </Form>
  );
}
