import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { User, UserGrant, UserSession } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';
import { AccessCard } from './access-card.js';

interface UserProps {
  readonly user: User;
}

/** The browser sessions of a user, with buttons to end one or all of them. */
export function UserSessions({ user: { id, name } }: UserProps): ReactNode {
  const query = useQuery(queries.userSessions(id));
  const isSelf = useSession().user.id === id;
  const path = `/users${buildPath(id)}/sessions`;
  const end = useAction({
    mutationFn: ({ id: session }: Pick<UserSession, 'id'>) =>
      managementApi.delete(`${path}${buildPath(session)}`),
    successMessage: 'The session has ended',
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const endAll = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: `${name} is signed out everywhere`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const effect = 'Tokens that were issued in it are revoked.';
  const selfNotice = isSelf ? ' This browser is signed in as this user, too.' : '';
  return (
    <AccessCard
      title="Sessions"
      description="Browsers in which the user is signed in. A session that is not used ends after 30 minutes."
      none="The user is not signed in in any browser."
      query={query}
      columns={['Signed in', 'Password entered', 'Ends']}
      toRow={(session) => ({
        key: session.id,
        cells: [
          <RelativeTime key="startedAt" at={session.startedAt} />,
          <RelativeTime key="authenticatedAt" at={session.authenticatedAt} />,
          <RelativeTime key="expiresAt" at={session.expiresAt} />,
        ],
        action: (
          <ConfirmButton
            variant="default"
            size="xs"
            aria-label={`End the session since ${new Date(session.startedAt).toLocaleString()}`}
            question={{
              title: 'End this session?',
              text: `The browser is signed out. ${effect}${selfNotice}`,
              confirmLabel: 'End session',
            }}
            onConfirm={() => {
              end.mutate(session);
            }}
          >
            End
          </ConfirmButton>
        ),
      })}
      actionForAll={
        <ConfirmButton
          variant="default"
          loading={endAll.isPending}
          question={{
            title: `Sign ${name} out everywhere?`,
            text: `All sessions end. Tokens that were issued in them are revoked.${selfNotice}`,
            confirmLabel: 'End all sessions',
          }}
          onConfirm={endAll.mutate}
        >
          End all
        </ConfirmButton>
      }
    />
  );
}

/** The API clients that act for a user, with buttons to withdraw the grant to one or all of them. */
export function UserGrants({ user: { id, name } }: UserProps): ReactNode {
  const query = useQuery(queries.userGrants(id));
  const path = `/users${buildPath(id)}/grants`;
  const withdraw = useAction({
    mutationFn: ({ clientId }: Pick<UserGrant, 'clientId'>) =>
      managementApi.delete(`${path}${buildPath(clientId)}`),
    successMessage: 'The grant is withdrawn',
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const withdrawAll = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: `No client acts for ${name} any more`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const effect = 'Consents end and tokens are revoked; a client can ask the user again.';
  return (
    <AccessCard
      title="Grants"
      description="API clients that the user has allowed to act for them."
      none="No API client acts for the user."
      query={query}
      columns={['Client', 'Scopes', 'Since']}
      toRow={(grant) => ({
        key: grant.clientId,
        cells: [
          <GrantedClient key="client" grant={grant} />,
          <Text key="scopes" size="sm">
            {grant.scopes.join(', ')}
          </Text>,
          <RelativeTime key="grantedAt" at={grant.grantedAt} />,
        ],
        action: (
          <ConfirmButton
            variant="default"
            size="xs"
            aria-label={`Withdraw the grant to ${grant.label ?? grant.clientId}`}
            question={{
              title: `Withdraw the grant to ${grant.label ?? grant.clientId}?`,
              text: effect,
              confirmLabel: 'Withdraw grant',
            }}
            onConfirm={() => {
              withdraw.mutate(grant);
            }}
          >
            Withdraw
          </ConfirmButton>
        ),
      })}
      actionForAll={
        <ConfirmButton
          variant="default"
          loading={withdrawAll.isPending}
          question={{ title: 'Withdraw all grants?', text: effect, confirmLabel: 'Withdraw all grants' }}
          onConfirm={withdrawAll.mutate}
        >
          Withdraw all
        </ConfirmButton>
      }
    />
  );
}

/** Names the client; on narrow screens, whose table has no column for them, also the scopes. */
function GrantedClient({ grant: { clientId, label, scopes } }: { readonly grant: UserGrant }): ReactNode {
  return (
    <>
      <Text size="sm">{label ?? 'Deleted client'}</Text>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {clientId}
      </Text>
      <Text size="sm" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {scopes.join(', ')}
      </Text>
    </>
  );
}
