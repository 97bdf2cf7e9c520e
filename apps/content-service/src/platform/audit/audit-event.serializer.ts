import { Injectable } from '@nestjs/common';
import { AccountService } from '@content-service/accounts';
import { AUDIT_ACTIONS, type AuditActor, type AuditEvent } from '@content-service/audit';
import { formatDateTime, type Uuid } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';

/**
 * Response body of an audit event.
 *
 * @param name the name of the actor, see `ActorNames`
 */
export function serializeAuditEvent(event: AuditEvent, name: string | undefined): object {
  const { id, occurredAt, actor, ipAddress = null, action, subject = null, details } = event;
  return {
    id,
    at: formatDateTime(occurredAt),
    who: {
      kind: actor.kind,
      userId: actor.userId ?? null,
      clientId: actor.clientId ?? null,
      name: name ?? null,
    },
    from: ipAddress,
    action,
    says: getActionDescription(action),
    subject,
    details,
  };
}

/** Falls back to the action itself: the log may contain actions of older versions. */
function getActionDescription(action: string): string {
  const actions: Readonly<Record<string, { readonly description: string } | undefined>> = AUDIT_ACTIONS;
  return Object.hasOwn(actions, action) ? (actions[action]?.description ?? action) : action;
}

/** Resolves the names of actors; the audit log stores only their ids, which outlive them. */
@Injectable()
export class ActorNames {
  constructor(
    private readonly accounts: AccountService,
    private readonly clients: ClientRegistry,
  ) {}

  /**
   * Loads the names of all actors of a page, for administrators.
   *
   * @returns a lookup: login name of a user, label of a client acting for itself, otherwise `undefined`
   */
  async findNames(actors: readonly AuditActor[]): Promise<FindName> {
    const users = await resolveNames(
      actors.map(({ userId }) => userId),
      async (id) => (await this.accounts.find(id))?.name,
    );
    return this.withClients(actors, users);
  }

  /** Does so for editors: users have the names that they show to others, since login names are not published. */
  async findDisplayNames(actors: readonly AuditActor[]): Promise<FindName> {
    const ids = new Set(actors.flatMap(({ userId }) => userId ?? []));
    const displayNames = await this.accounts.findDisplayNames([...ids]);
    const users = await resolveNames([...ids], async (id) => {
      // The profile outlives its account.
      const account = await this.accounts.find(id);
      return account && (displayNames.get(id) ?? account.name);
    });
    return this.withClients(actors, users);
  }

  private async withClients(
    actors: readonly AuditActor[],
    users: ReadonlyMap<string, string>,
  ): Promise<FindName> {
    const clients = await resolveNames(
      actors.map(({ userId, clientId }) => (userId === undefined ? clientId : undefined)),
      async (id) => (await this.clients.find(id))?.label,
    );
    return ({ userId, clientId }) => users.get(userId ?? '') ?? clients.get(clientId ?? '');
  }
}

/** Who changed an entry, as editors are told. */
export interface SerializedEditor {
  readonly kind: AuditActor['kind'];
  /** The id of a user, which is that of the profile `user--user`. */
  readonly id: Uuid | null;
  readonly name: string | null;
}

/** @param findName see `ActorNames.findDisplayNames` */
export function serializeEditor(actor: AuditActor | undefined, findName: FindName): SerializedEditor | null {
  if (actor === undefined) return null;
  return { kind: actor.kind, id: actor.userId ?? null, name: findName(actor) ?? null };
}

type FindName = (actor: AuditActor) => string | undefined;

/** Looks each id up once. */
async function resolveNames(
  ids: readonly (string | undefined)[],
  findName: (id: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  const names = await Promise.all(
    known.map(async (id): Promise<[string, string | undefined]> => [id, await findName(id)]),
  );
  return new Map(names.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
