import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirm } from '../forms/confirm.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { startOver } from '../forms/start-over.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { Loaded } from '../frame/loaded.js';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { User } from '../manage/shapes.js';
import { useSession } from '../session/use-session.js';
import { USER_POINTERS, UserFields, type UserValues } from './user-fields.js';

interface EditUserProps {
  /** Whom; `undefined`: nobody now. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

export function EditUser({ id, onClose }: EditUserProps): ReactNode {
  return (
    <Modal opened={id !== undefined} onClose={onClose} title="Edit user">
      {id !== undefined && <Editing id={id} onClose={onClose} />}
    </Modal>
  );
}

function Editing({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const query = useQuery(queries.user(id));
  return <Loaded query={query}>{(answer) => <Changing answer={answer} onClose={onClose} />}</Loaded>;
}

interface ChangingProps {
  readonly answer: Answer<User>;
  readonly onClose: () => void;
}

function Changing({ answer: { body: user, etag }, onClose }: ChangingProps): ReactNode {
  const { id, name, displayName, role, enabled } = user;
  const isOneself = useSession().user.id === id;
  const path = `/users${pathTo(id)}`;
  const draft = useDraft<UserValues>({ name, displayName: displayName ?? '', role, password: '' }, etag);
  const act = useAct({
    act: (changes: object) => manage.patch(path, changes, draft.etag),
    done: 'Saved',
    refresh: [['users']],
    then: onClose,
  });
  const remove = useAct({
    act: () => manage.delete(path),
    done: `${name} is deleted`,
    refresh: [['users']],
    then: onClose,
  });
  return (
    <Form
      onSubmit={() => {
        act.mutate(draft.changes);
      }}
      failure={act.error ?? remove.error}
      shown={USER_POINTERS}
      onReload={startOver(draft, act)}
    >
      <UserFields draft={draft} failure={act.error} isNew={false} />
      <FormButtons submit="Save" isSaving={act.isPending} disabled={!draft.isChanged}>
        <Group gap="xs">
          <Button
            variant="light"
            color="red"
            disabled={isOneself}
            onClick={() => {
              confirm({
                title: `Delete ${name}?`,
                text: 'What they have written stays, under their name. This cannot be undone.',
                act: 'Delete user',
                onConfirm: () => {
                  remove.mutate();
                },
              });
            }}
          >
            Delete
          </Button>
          <Button
            variant="default"
            disabled={isOneself}
            onClick={() => {
              act.mutate({ enabled: !enabled });
            }}
          >
            {enabled ? 'Disable' : 'Enable'}
          </Button>
        </Group>
      </FormButtons>
    </Form>
  );
}
