import type { AuditTrail } from '@content-service/audit';
import { requireVersion } from '@content-service/kernel';
import type { ApiClient, ClientChange, ClientRegistry } from '@content-service/oauth-clients';
import type { Initiator } from '@content-service/scopes';
import type { Consents } from './consents.js';
import type { TokenFamilies } from './token-families.js';

/** Changes of API clients that concern the tokens they have, and what users granted them. */
export class ClientLifecycle {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly families: TokenFamilies,
    private readonly consents: Consents,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * As `ClientRegistry.update`; the tokens of a client that is disabled end for good, so that enabling it brings none of
   * them back.
   */
  async update(id: string, said: ClientChange, by: Initiator, expectedVersion?: number): Promise<ApiClient> {
    const { before, after } = await this.registry.update(id, said, by, expectedVersion);
    if (before.enabled && !after.enabled) await this.families.revokeAllOf({ clientId: id });
    return after;
  }

  /** As `ClientRegistry.delete`; all that it was given ends, so that nobody who gets the same id later finds it in force. */
  async delete(id: string, by: Initiator, expectedVersion?: number): Promise<void> {
    await this.registry.delete(id, by, expectedVersion);
    await this.endAll(id, by);
  }

  /**
   * Ends every token that the client has at this moment, for itself and for users; it can ask for new ones, and users are
   * asked again.
   *
   * @param expectedVersion as with `update`
   * @throws ClientUnknown, Outdated
   */
  async revokeTokens(id: string, by: Initiator, expectedVersion?: number): Promise<void> {
    requireVersion(`The API client '${id}'`, await this.registry.get(id), expectedVersion);
    await this.endAll(id, by);
    await this.trail.record('client.tokens_revoked', by, id, {});
  }

  private async endAll(id: string, by: Initiator): Promise<void> {
    await this.consents.revokeAllTo(id, by);
    await this.families.revokeAllOf({ clientId: id });
  }
}
