import type { AuditTrail } from '@content-service/audit';
import type { ApiClient, ClientChange, ClientRegistry } from '@content-service/oauth-clients';
import type { Initiator } from '@content-service/scopes';
import type { TokenFamilies } from './token-families.js';

/** Changes of API clients that concern the tokens they have. */
export class ClientLifecycle {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly families: TokenFamilies,
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

  /** As `ClientRegistry.delete`; the tokens end, so that nobody who gets the same id later finds them in force. */
  async delete(id: string, by: Initiator, expectedVersion?: number): Promise<void> {
    await this.registry.delete(id, by, expectedVersion);
    await this.families.revokeAllOf({ clientId: id });
  }

  /**
   * Ends every token that the client has at this moment, for itself and for users; it can ask for new ones.
   *
   * @throws ClientUnknown
   */
  async revokeTokens(id: string, by: Initiator): Promise<void> {
    await this.registry.get(id);
    await this.families.revokeAllOf({ clientId: id });
    await this.trail.record('client.tokens_revoked', by, id, {});
  }
}
