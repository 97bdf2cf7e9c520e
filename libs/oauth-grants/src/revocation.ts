import type { Clock } from '@content-service/kernel';
import { ACCESS_TOKEN_LIFETIME_SECONDS, type AccessTokenClaims } from './access-token.js';
import type { Revocation, RevocationLog } from './grant.store.js';

export type RevocationSubject = Pick<Revocation, 'subject' | 'id'>;

/**
 * Which tokens have ended before their time. Tokens are not stored; instead it is noted of a token, client, user or
 * family that all its tokens issued before some moment are dead. Tokens live five minutes, so the notes fit in memory
 * and every request can look at them.
 */
export class Revocations {
  private readonly moments: Readonly<Record<Revocation['subject'], Map<string, number>>> = {
    token: new Map(),
    client: new Map(),
    user: new Map(),
    family: new Map(),
  };

  constructor(
    private readonly log: RevocationLog,
    private readonly clock: Clock,
  ) {}

  /** Takes over what other processes have revoked. */
  async refresh(): Promise<void> {
    this.remember(await this.log.inForce(this.clock.now()));
  }

  /**
   * Ends every token that the subjects have at this moment, at once in this process, and within seconds in others.
   *
   * Times are whole seconds, so tokens of this very second end too, and those that are issued in its rest are dated to
   * the next one (see `notBefore`).
   */
  async revoke(subjects: readonly RevocationSubject[]): Promise<void> {
    // The tokens of other processes are dated by what those have revoked.
    await this.refresh();
    const revocations = subjects.map((subject) => {
      const notBefore = this.latestDateOf(subject) + 1;
      return { ...subject, notBefore, until: notBefore + ACCESS_TOKEN_LIFETIME_SECONDS };
    });
    await this.log.append(revocations);
    this.remember(revocations);
  }

  /** Whether a token has ended. One of a revoked family has, whenever it was issued: a family does not begin again. */
  isRevoked(claims: Pick<AccessTokenClaims, 'jti' | 'fid' | 'iat' | 'client_id' | 'sub'>): boolean {
    const { token, family } = this.moments;
    return token.has(claims.jti) || family.has(claims.fid ?? '') || claims.iat < this.notBefore(claims);
  }

  /** A token of this client and subject must be dated to this moment or later; 0 when nothing is revoked. */
  notBefore({ client_id, sub }: Pick<AccessTokenClaims, 'client_id' | 'sub'>): number {
    return Math.max(this.moments.client.get(client_id) ?? 0, this.moments.user.get(sub) ?? 0);
  }

  /** The latest second that a token of the subject can be dated to by now: earlier revocations may have put it off. */
  private latestDateOf({ subject, id }: RevocationSubject): number {
    const { client, user } = this.moments;
    const others = subject === 'client' ? user : client;
    return Math.max(this.clock.now(), this.moments[subject].get(id) ?? 0, ...others.values());
  }

  /** Only adds, since nothing revoked comes to life again; forgets what can only concern tokens that have expired. */
  private remember(revocations: readonly Revocation[]): void {
    for (const { subject, id, notBefore } of revocations) {
      const moments = this.moments[subject];
      moments.set(id, Math.max(notBefore, moments.get(id) ?? 0));
    }
    const forgotten = this.clock.now() - ACCESS_TOKEN_LIFETIME_SECONDS;
    for (const moments of Object.values(this.moments)) {
      for (const [id, moment] of moments) if (moment <= forgotten) moments.delete(id);
    }
  }
}
