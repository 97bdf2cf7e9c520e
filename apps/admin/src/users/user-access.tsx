import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { formatDateTime } from '../forms/format-date-time.js';
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
export function UserSessionList({ user: { id, name } }: UserProps): ReactNode {
  const query = useQuery(queries.userSessions(id));
  const isSelf = useSession().user.id === id;
  const path = `/users${buildPath(id)}/sessions`;
  const end = useAction({
    mutationFn: ({ id: session }: Pick<UserSession, 'id'>) =>
      managementApi.delete(`${path}${buildPath(session)}`),
    successMessage: t`The session has ended`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const endAll = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${name} is signed out everywhere`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const selfNotice = isSelf ? [t`This browser is signed in as this user, too.`] : [];
  return (
    <AccessCard
      title={t`Sessions`}
      description={t`Browsers in which the user is signed in. A session that is not used ends after 30 minutes.`}
      none={t`The user is not signed in to any browser.`}
      query={query}
      columns={[t`Browser`, t`Signed in`, t`Ends`]}
      toRow={(session) => ({
        key: session.id,
        cells: [
          <SessionOrigin key="origin" session={session} />,
          <RelativeTime key="startedAt" at={session.startedAt} />,
          <RelativeTime key="expiresAt" at={session.expiresAt} />,
        ],
        action: (
          <ConfirmButton
            variant="default"
            size="xs"
            aria-label={t`End the session since ${formatDateTime(session.startedAt)}`}
            question={{
              title: t`End this session?`,
              text: [
                t`The browser is signed out. Tokens that were issued in it are revoked.`,
                ...selfNotice,
              ].join(' '),
              confirmLabel: t`End session`,
            }}
            onConfirm={() => {
              end.mutate(session);
            }}
          >
            {t`End`}
          </ConfirmButton>
        ),
      })}
      actionForAll={
        <ConfirmButton
          variant="default"
          loading={endAll.isPending}
          question={{
            title: t`Sign ${name} out everywhere?`,
            text: [t`All sessions end. Tokens that were issued in them are revoked.`, ...selfNotice].join(
              ' ',
            ),
            confirmLabel: t`End all sessions`,
          }}
          onConfirm={endAll.mutate}
        >
          {t`End all`}
        </ConfirmButton>
      }
    />
  );
}

function SessionOrigin({ session: { browser, ipAddress } }: { readonly session: UserSession }): ReactNode {
  return (
    <>
      <Text size="sm">{browser ?? t`Unknown browser`}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {ipAddress}
      </Text>
    </>
  );
}

/** The API clients that act for a user, with buttons to withdraw the grant to one or all of them. */
export function UserGrantList({ user: { id, name } }: UserProps): ReactNode {
  const query = useQuery(queries.userGrants(id));
  const path = `/users${buildPath(id)}/grants`;
  const withdraw = useAction({
    mutationFn: ({ clientId }: Pick<UserGrant, 'clientId'>) =>
      managementApi.delete(`${path}${buildPath(clientId)}`),
    successMessage: t`The grant is withdrawn`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const withdrawAll = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`No client acts for ${name} any more`,
    invalidates: [['users', id]],
    toastErrors: true,
  });
  const effect = t`Consents end and tokens are revoked; a client can ask the user again.`;
  return (
    <AccessCard
      title={t`Grants`}
      description={t`API clients that the user has allowed to act for them.`}
      none={t`No API client acts for the user.`}
      query={query}
      columns={[t`Client`, t`Scopes`, t`Since`]}
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
            aria-label={t`Withdraw the grant to ${grant.label ?? grant.clientId}`}
            question={{
              title: t`Withdraw the grant to ${grant.label ?? grant.clientId}?`,
              text: effect,
              confirmLabel: t`Withdraw grant`,
            }}
            onConfirm={() => {
              withdraw.mutate(grant);
            }}
          >
            {t`Withdraw`}
          </ConfirmButton>
        ),
      })}
      actionForAll={
        <ConfirmButton
          variant="default"
          loading={withdrawAll.isPending}
          question={{ title: t`Withdraw all grants?`, text: effect, confirmLabel: t`Withdraw all grants` }}
          onConfirm={withdrawAll.mutate}
        >
          {t`Withdraw all`}
        </ConfirmButton>
      }
    />
  );
}

/** Names the client; on narrow screens, whose table has no column for them, also the scopes. */
function GrantedClient({ grant: { clientId, label, scopes } }: { readonly grant: UserGrant }): ReactNode {
  return (
    <>
      <Text size="sm">{label ?? t`Deleted client`}</Text>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {clientId}
      </Text>
      <Text size="sm" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {scopes.join(', ')}
      </Text>
    </>
  );
}
