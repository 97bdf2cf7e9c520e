import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirm } from '../forms/confirm.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { ScopePicker } from '../forms/scope-picker.js';
import { startOver } from '../forms/start-over.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { Loaded } from '../frame/loaded.js';
import { faultAt } from '../http/faults.js';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { Role } from '../manage/shapes.js';

interface EditRoleProps {
  /** Which; `undefined`: none now. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

export function EditRole({ name, onClose }: EditRoleProps): ReactNode {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Role" size="xl">
      {name !== undefined && <Editing name={name} onClose={onClose} />}
    </Modal>
  );
}

function Editing({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const query = useQuery(queries.role(name));
  return <Loaded query={query}>{(answer) => <Changing answer={answer} onClose={onClose} />}</Loaded>;
}

interface ChangingProps {
  readonly answer: Answer<Role>;
  readonly onClose: () => void;
}

function Changing({ answer: { body: role, etag }, onClose }: ChangingProps): ReactNode {
  const { name, label, scopes, builtIn } = role;
  const path = `/roles${pathTo(name)}`;
  const draft = useDraft({ label, scopes }, etag);
  const save = useAct({
    act: () => manage.patch(path, draft.changes, draft.etag),
    done: 'Saved',
    refresh: [['roles']],
    then: onClose,
  });
  const remove = useAct({
    act: () => manage.delete(path),
    done: `${label} is deleted`,
    refresh: [['roles']],
    then: onClose,
  });
  return (
    <Form
      onSubmit={save.mutate}
      failure={save.error ?? remove.error}
      shown={['/label', '/scopes']}
      onReload={startOver(draft, save)}
    >
      {builtIn && <Alert c="inherit">This role is part of the service and cannot be changed.</Alert>}
      <TextInput
        label="Label"
        disabled={builtIn}
        value={draft.values.label}
        error={faultAt(save.error, '/label')}
        onChange={({ currentTarget }) => {
          draft.set('label', currentTarget.value);
        }}
      />
      <ScopePicker
        label="Scopes"
        disabled={builtIn}
        value={draft.values.scopes}
        error={faultAt(save.error, '/scopes')}
        onChange={(chosen) => {
          draft.set('scopes', chosen);
        }}
      />
      {!builtIn && (
        <FormButtons submit="Save" isSaving={save.isPending} disabled={!draft.isChanged}>
          <Button
            variant="light"
            color="red"
            onClick={() => {
              confirm({
                title: `Delete ${label}?`,
                text: 'It must not be the role of any user.',
                act: 'Delete role',
                onConfirm: () => {
                  remove.mutate();
                },
              });
            }}
          >
            Delete
          </Button>
        </FormButtons>
      )}
    </Form>
  );
}
