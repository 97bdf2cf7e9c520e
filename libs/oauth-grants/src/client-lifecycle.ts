import type { PreferenceStore } from '@content-service/accounts';
import type { AuditTrail, AuditLines } from '@content-service/audit';
import { assertVersion, type UpdateResult, type VersionCondition } from '@content-service/kernel';
import type { ApiClient, ClientChange, ClientRegistry } from '@content-service/oauth-clients';
import { type ActorContext, assertMayGrant } from '@content-service/scopes';
import type { ConsentService } from './consent.service.js';
import type { RevocationService } from './access-token.service.js';
import type { TokenFamilyService } from './token-family.service.js';

/**
 * Changes of API clients, with the revocation of their tokens and consents.
 *
 * Each revocation is written before the change, so that none is missing when the process ends in between, and again after
 * it, for tokens that were issued in between.
 */
export class ClientLifecycle {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly families: TokenFamilyService,
    private readonly revocations: RevocationService,
    private readonly consents: ConsentService,
    private readonly trail: AuditTrail,
    private readonly preferences: Pick<PreferenceStore, 'deleteByOwner'>,
  ) {}

  /**
   * As `ClientRegistry.update`, and ends what the client has that the change no longer allows (see `getRevocationExtent`): at
   * once, and for good, so that a change back brings none of it back. With a new redirect URI users are asked again, since
   * codes would go there without a question.
   */
  async update(
    id: string,
    changes: ClientChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<ApiClient> {
    const revoke = async ({ before, after }: UpdateResult<ApiClient>): Promise<void> => {
      const extent = getRevocationExtent(before, after);
      if (extent === 'everything') await this.families.revokeAllForOwner({ clientId: id });
      if (extent === 'access') await this.revocations.revoke([{ subject: 'client', id }]);
      // Remembered consents were given for the redirect URIs of then.
      if (hasRemoved(after.redirectUris, before.redirectUris))
        await this.consents.revokeAllForClient(id, actorContext);
    };
    const changed = await this.registry.update(id, changes, actorContext, expectedVersion, revoke);
    await revoke(changed);
    return changed.after;
  }

  /**
   * As `ClientRegistry.delete`; ends its tokens, consents and preferences before, in case the process ends behind it, and once
   * more after: none is left for a later client with the same id.
   */
  async delete(id: string, actorContext: ActorContext, expectedVersion?: VersionCondition): Promise<void> {
    const clear = async (): Promise<void> => {
      await this.revokeAll(id, actorContext);
      await this.preferences.deleteByOwner(id);
    };
    await this.registry.delete(id, actorContext, expectedVersion, clear);
    await clear();
  }

  /**
   * Ends every token that the client has at this moment, for itself and for users; it can ask for new ones, and users are
   * asked again.
   *
   * @param expectedVersion as with `update`
   * @throws ClientNotFound, ScopeNotHeld, ResourcePreconditionFailed
   */
  async revokeTokens(
    id: string,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<void> {
    const client = await this.registry.get(id);
    assertVersion(`The API client '${id}'`, client, expectedVersion);
    assertMayGrant(actorContext.actor, client.allowedScopes);
    const event = this.trail.createEvent('client.tokens_revoked', actorContext, id, {});
    await this.trail.commit([event], (auditLines) => this.revokeAll(id, actorContext, auditLines));
  }

  private async revokeAll(id: string, actorContext: ActorContext, auditLines?: AuditLines): Promise<void> {
    await this.consents.revokeAllForClient(id, actorContext);
    await this.families.revokeAllForOwner({ clientId: id }, auditLines);
  }
}

/**
 * What a change of a client ends. Refresh tokens of a client that loses a scope stay: the access tokens they are
 * exchanged for hold no more than the client has then. They do not stay when the client may no longer use the grant
 * or the redirect URI they may come from, which is not recorded of them.
 *
 * @returns `access`: access tokens, codes and pending authorizations; `everything`: refresh tokens too
 */
function getRevocationExtent(before: ApiClient, after: ApiClient): 'nothing' | 'access' | 'everything' {
  const isDisabled = before.enabled && !after.enabled;
  if (
    isDisabled ||
    hasRemoved(before.grants, after.grants) ||
    hasRemoved(before.redirectUris, after.redirectUris)
  )
    return 'everything';
  return before.allowedScopes.firstMissingFrom(after.allowedScopes) === undefined ? 'nothing' : 'access';
}

/** Whether a former value is missing after the change. */
function hasRemoved(before: readonly string[], after: readonly string[]): boolean {
  return before.some((value) => !after.includes(value));
}
