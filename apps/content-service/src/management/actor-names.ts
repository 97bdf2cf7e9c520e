import { Injectable } from '@nestjs/common';
import { Accounts } from '@content-service/accounts';
import type { Actor } from '@content-service/audit';
import { ClientRegistry } from '@content-service/oauth-clients';

/** What people call those who did something: the log holds their ids only, which outlive them. */
@Injectable()
export class ActorNames {
  constructor(
    private readonly accounts: Accounts,
    private readonly clients: ClientRegistry,
  ) {}

  /** @returns gives the login name of a user, the label of a client that acted for itself, and of others nothing */
  async of(actors: readonly Actor[]): Promise<(actor: Actor) => string | undefined> {
    const users = await namesOf(
      actors.map(({ userId }) => userId),
      async (id) => (await this.accounts.find(id))?.name,
    );
    const clients = await namesOf(
      actors.map(({ userId, clientId }) => (userId === undefined ? clientId : undefined)),
      async (id) => (await this.clients.find(id))?.label,
    );
    return ({ userId, clientId }) => users.get(userId ?? '') ?? clients.get(clientId ?? '');
  }
}

/** Each is asked for once. */
async function namesOf(
  ids: readonly (string | undefined)[],
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  const names = await Promise.all(
    known.map(async (id): Promise<[string, string | undefined]> => [id, await nameOf(id)]),
  );
  return new Map(names.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
