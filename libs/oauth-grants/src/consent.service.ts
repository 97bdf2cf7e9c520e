import type { AuditContext, AuditEvent, AuditTrail } from '@content-service/audit';
import type { Clock, Uuid } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { Consent, ConsentStore } from './grant.store.js';

/** The user of a decision. */
interface ConsentDecider {
  readonly userId: Uuid;
  /** The IP address. */
  readonly ipAddress?: string;
}

/** The consents of users, which are remembered for clients with `rememberConsent`. */
export class ConsentService {
  constructor(
    private readonly store: ConsentStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Whether a remembered consent covers the scopes. */
  async isCovered(userId: Uuid, client: ApiClient, redirectUri: string, scopes: ScopeSet): Promise<boolean> {
    if (!mayRemember(client, redirectUri)) return false;
    const consent = await this.store.find(userId, client.id);
    return consent !== undefined && scopes.firstMissingFrom(ScopeSet.parse(consent.scope)) === undefined;
  }

  async grant({ userId, ipAddress }: ConsentDecider, client: ApiClient, scopes: ScopeSet): Promise<void> {
    const origin = { actor: { kind: 'user', userId }, ipAddress } as const;
    const details = { scopes: scopes.toArray() };
    if (!client.rememberConsent) {
      await this.trail.record('consent.given', origin, client.id, details);
      return;
    }
    const earlier = ScopeSet.parse((await this.store.find(userId, client.id))?.scope ?? '');
    const scope = ScopeSet.of(...earlier.toArray(), ...scopes.toArray()).toString();
    const consent = { userId, clientId: client.id, scope, grantedAt: this.clock.now() };
    const event = this.trail.createEvent('consent.given', origin, client.id, details);
    await this.trail.commit([event], (auditLines) => this.store.save(consent, auditLines));
  }

  async deny({ userId, ipAddress }: ConsentDecider, client: ApiClient, scopes: ScopeSet): Promise<void> {
    const origin = { actor: { kind: 'user', userId }, ipAddress } as const;
    await this.trail.record('consent.denied', origin, client.id, { scopes: scopes.toArray() });
  }

  /** The consents of a user, to all clients. */
  list(userId: Uuid): Promise<readonly Consent[]> {
    return this.store.listByUser(userId);
  }

  /** Deletes the consent of a user to a client and records it; the caller revokes the tokens. @returns whether there was one */
  withdraw(userId: Uuid, clientId: string, actorContext: AuditContext): Promise<boolean> {
    const event = this.trail.createEvent('consent.revoked', actorContext, clientId, { consents: 1 });
    return this.trail.commit([event], (auditLines) => this.store.delete(userId, clientId, auditLines));
  }

  /**
   * Records that the tokens of one user are revoked, whose consent was not remembered. It has no change of its own, so the
   * caller revokes the tokens afterwards: no revocation is without its event.
   */
  async recordWithdrawal(clientId: string, actorContext: AuditContext): Promise<void> {
    await this.trail.record('consent.revoked', actorContext, clientId, { consents: 1 });
  }

  /** Deletes the consents of all users to the client; none is valid for a later client with the same id. */
  async revokeAllForClient(clientId: string, actorContext: AuditContext): Promise<void> {
    let audit: readonly AuditEvent[] = [];
    await this.store.deleteByClient(clientId, (consents) => {
      audit = [this.trail.createEvent('consent.revoked', actorContext, clientId, { consents })];
      return { audit };
    });
    this.trail.forward(audit);
  }
}

/**
 * Whether consent may be remembered. A client with neither a secret nor an https redirect URI cannot be authenticated and
 * can be impersonated by any program (RFC 8252 §8.6), so consent is requested each time, whatever its settings are.
 */
function mayRemember(client: ApiClient, redirectUri: string): boolean {
  return client.rememberConsent && (client.confidential || redirectUri.startsWith('https:'));
}
