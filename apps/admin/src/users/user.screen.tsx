import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { EnabledButton } from '../forms/enabled-button.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { useAction } from '../forms/use-action.js';
import { BackLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { User } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';
import { PasswordLinkButton } from './password-link.js';
import { UserGrantList, UserSessionList } from './user-access.js';
import { useSignInDelays } from './use-sign-in-delays.js';
import { toUserValues, USER_POINTERS, UserFields } from './user-fields.js';

const route = getRouteApi('/users/$id');
const invalidates = [['users']];

const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** A user: actions, account, browser sessions and grants to API clients. */
export function UserScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.user(id));
  const user = query.data?.body;
  return (
    <Screen
      title={user?.name ?? t`User`}
      above={<BackLink to="/users">{t`Users`}</BackLink>}
      width="narrow"
      actions={user !== undefined && <UserStatus user={user} />}
    >
      <QueryBoundary query={query}>
        {(response) => (
          <>
            <UserActions user={response.body} />
            <UserForm key={id} response={response} />
            <UserSessionList user={response.body} />
            <UserGrantList user={response.body} />
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function UserStatus({ user: { id, enabled, passwordChangeRequired } }: { readonly user: User }): ReactNode {
  const delayedUntil = useSignInDelays(id).get(id);
  return (
    <>
      {delayedUntil !== undefined && (
        <Badge variant="light" color="orange">{t`locked until ${i18n.date(delayedUntil, TIME)}`}</Badge>
      )}
      {passwordChangeRequired && <Badge variant="default">{t`has to choose a password`}</Badge>}
      {!enabled && <Badge variant="default">{t`disabled`}</Badge>}
    </>
  );
}

/** Buttons to disable or enable, unlock a locked one, and delete; users cannot do so with themselves. */
function UserActions({ user }: { readonly user: User }): ReactNode {
  const { id, name, enabled } = user;
  const navigate = useNavigate();
  const isSelf = useSession().user.id === id;
  const delayedUntil = useSignInDelays(id).get(id);
  const path = `/users${buildPath(id)}`;
  const toggle = useAction({
    mutationFn: () => managementApi.patch(path, { enabled: !enabled }),
    successMessage: enabled
      ? t`The user is disabled: sessions and tokens have ended`
      : t`The user is enabled`,
    invalidates,
    toastErrors: true,
  });
  const unlock = useAction({
    mutationFn: () => managementApi.post(`${path}/unlock`, {}),
    successMessage: t`${name} can try to sign in again at once`,
    invalidates,
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${name} is deleted`,
    invalidates,
    onSuccess: () => navigate({ to: '/users', ignoreBlocker: true }),
    toastErrors: true,
  });
  return (
    <Group gap="sm">
      <EnabledButton
        enabled={enabled}
        disabled={isSelf}
        question={{
          title: t`Disable ${name}?`,
          text: t`The user is signed out everywhere and cannot sign in until enabled again.`,
          confirmLabel: t`Disable user`,
        }}
        onToggle={() => {
          toggle.mutate();
        }}
      />
      {delayedUntil !== undefined && (
        <Button
          variant="default"
          disabled={isSelf}
          onClick={() => {
            unlock.mutate();
          }}
        >
          {t`Unlock`}
        </Button>
      )}
      <PasswordLinkButton user={user} />
      <ConfirmButton
        variant="light"
        color="red"
        disabled={isSelf}
        question={{
          title: t`Delete ${name}?`,
          text: t`Entries of the user stay, with the name of the user. This cannot be undone.`,
          confirmLabel: t`Delete user`,
        }}
        onConfirm={remove.mutate}
      >
        {t`Delete`}
      </ConfirmButton>
      {isSelf && (
        <Text size="sm" c="dimmed">
          {t`Your own account can be disabled, unlocked and deleted by other administrators only.`}
        </Text>
      )}
    </Group>
  );
}

function UserForm({ response: { body: user, etag } }: { readonly response: ApiResponse<User> }): ReactNode {
  const draft = useDraft(toUserValues(user), etag);
  const save = useAction({
    mutationFn: () => managementApi.patch(`/users${buildPath(user.id)}`, draft.changes, draft.etag),
    successMessage: t`Saved`,
    invalidates,
    onSuccess: draft.reset,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Card withBorder>
      <UnsavedChanges when={draft.isChanged} />
      <Title order={2} size="h4" mb="lg">
        {t`Account`}
      </Title>
      <Form
        onSubmit={save.mutate}
        failure={failure}
        inputPointers={USER_POINTERS}
        onReload={resetForm(draft, save)}
        unsaved={{ form: `users/${user.id}`, draft }}
      >
        <UserFields draft={draft} failure={failure} isNew={false} />
        <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}
