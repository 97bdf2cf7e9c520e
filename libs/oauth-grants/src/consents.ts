import type { AuditTrail, Origin } from '@content-service/audit';
import type { Clock, Uuid } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { ConsentStore } from './grant.store.js';

/** A user who decides. */
interface Decider {
  readonly userId: Uuid;
  /** The IP address. */
  readonly from?: string;
}

/** What users have granted to clients, so that those who want it that way are not asked again. */
export class Consents {
  constructor(
    private readonly store: ConsentStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Whether the user need not be asked (again). */
  async covers(userId: Uuid, client: ApiClient, redirectUri: string, scopes: ScopeSet): Promise<boolean> {
    if (!isRemembered(client, redirectUri)) return false;
    const consent = await this.store.find(userId, client.id);
    return consent !== undefined && scopes.firstOutside(ScopeSet.parse(consent.scope)) === undefined;
  }

  async give({ userId, from }: Decider, client: ApiClient, scopes: ScopeSet): Promise<void> {
    if (client.rememberConsent) {
      const earlier = ScopeSet.parse((await this.store.find(userId, client.id))?.scope ?? '');
      const scope = ScopeSet.of(...earlier.toArray(), ...scopes.toArray()).toString();
      await this.store.save({ userId, clientId: client.id, scope, grantedAt: this.clock.now() });
    }
    const origin = { who: { kind: 'user', userId }, from } as const;
    await this.trail.record('consent.given', origin, client.id, { scopes: scopes.toArray() });
  }

  async deny({ userId, from }: Decider, client: ApiClient, scopes: ScopeSet): Promise<void> {
    const origin = { who: { kind: 'user', userId }, from } as const;
    await this.trail.record('consent.denied', origin, client.id, { scopes: scopes.toArray() });
  }

  /** Takes back what all users granted to the client: each is asked again, also on behalf of whoever gets its id later. */
  async revokeAllTo(clientId: string, by: Origin): Promise<void> {
    const consents = await this.store.deleteAllTo(clientId);
    if (consents > 0) await this.trail.record('consent.revoked', by, clientId, { consents });
  }
}

/**
 * A client for which nobody can vouch is asked about each time, whatever its settings say: any program can take the place
 * of one that has neither a secret nor an https address of its own (RFC 8252 §8.6).
 */
function isRemembered(client: ApiClient, redirectUri: string): boolean {
  return client.rememberConsent && (client.confidential || redirectUri.startsWith('https:'));
}
