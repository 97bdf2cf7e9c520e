import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';

/** The built-in client of the administration, whose name says nothing about the user. */
const ADMINISTRATION = 'content-service-admin';

/** Names of actors of which no other is known. */
export const ACTOR_KIND_NAMES: Readonly<Record<Actor['kind'], string>> = {
  anonymous: t`Anonymous`,
  client: t`A client`,
  user: t`A user`,
  operator: t`The operator`,
  service: t`The service`,
};

/**
 * A function that names an actor, such as «ada» or «ada with Website»; ids stand for the names of deleted users and clients.
 * Needs `site_settings:administer`.
 */
export function useActorName(): (actor: Actor | null) => string {
  const { data: users = [] } = useQuery(queries.users);
  const { data: clients = [] } = useQuery(queries.apiClients);
  return (actor) => {
    if (actor === null) return t`The service`;
    const { kind, userId, clientId } = actor;
    const user = users.find(({ id }) => id === userId);
    const client = clients.find(({ id }) => id === clientId);
    const clientName = clientId === ADMINISTRATION ? null : (client?.label ?? clientId);
    if (userId === null) return clientName ?? ACTOR_KIND_NAMES[kind];
    const userName = user?.displayName ?? user?.name ?? userId;
    return clientName === null ? userName : t`${userName} with ${clientName}`;
  };
}
