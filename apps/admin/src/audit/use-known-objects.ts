import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import * as queries from '../management-api/queries.js';
import { useHasScope } from '../session/session-state.js';

/** Objects of the site that audit events name by their ids. */
export interface KnownObjects {
  readonly label: string;
  /** As in `subject.kind` of an audit event. */
  readonly kind: string;
  readonly objects: readonly { readonly id: string; readonly name: string }[];
}

/** The objects whose lists are short, by their kinds; users come first, then API clients. */
export function useKnownObjects(): readonly KnownObjects[] {
  const { data: users = [] } = useQuery(queries.users);
  const { data: clients = [] } = useQuery(queries.apiClients);
  const { data: webhooks = [] } = useQuery(queries.webhooks);
  const { data: roles = [] } = useQuery(queries.roles);
  const canRead = useHasScope('content:administer');
  const { data: model } = useQuery({ ...queries.contentModel, enabled: canRead });
  return [
    {
      ...{ kind: 'user', label: t`Users` },
      objects: users.map(({ id, displayName }) => ({ id, name: displayName })),
    },
    {
      ...{ kind: 'client', label: t`API clients` },
      objects: clients.map(({ id, label }) => ({ id, name: label })),
    },
    {
      ...{ kind: 'webhook', label: t`Webhooks` },
      objects: webhooks.map(({ id, label }) => ({ id, name: label })),
    },
    {
      ...{ kind: 'role', label: t`Roles` },
      objects: roles.map(({ name, label }) => ({ id: name, name: label })),
    },
    {
      ...{ kind: 'bundle', label: t`Types of entries` },
      objects: (model?.bundles ?? []).map(({ type, label }) => ({ id: type, name: label })),
    },
  ];
}
