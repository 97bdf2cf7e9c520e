import type { AuditContext, AuditTrail, AuditLines } from '@content-service/audit';
import { type Clock, DomainError } from '@content-service/kernel';
import { ACCESS_TOKEN_LIFETIME_SECONDS, type OAuthOptions } from './oauth-options.js';
import type { SigningKey, SigningKeyStore } from './grant.store.js';
import {
  generateSigningKey,
  unsealSigningKey,
  type UnsealedKey,
  resealSigningKey,
  toVerificationKey,
  type VerificationKey,
} from './signing-key.js';

/** Other processes changed the keys with every attempt. */
class KeyRotationConflict extends DomainError {
  constructor() {
    super('signing_keys_busy', 'The signing keys are being changed by others at this moment; try again.');
  }
}

/** The public part and the state of a key. */
export type PublishedKey = VerificationKey & Pick<SigningKey, 'state' | 'createdAt' | 'retiredAt'>;

const STATE_ORDER: readonly SigningKey['state'][] = ['current', 'next', 'retired'];

const ATTEMPTS = 5;

/** For this long other processes may sign with the previous key, until they load the rotation. */
const PROPAGATION_SECONDS = 10;

/**
 * The signing keys of access tokens. There is always a current key, which signs, and a next key, which is published before
 * it signs, so that caches of the public keys contain it in time. A retired key verifies until the last token that it signed
 * has expired.
 */
export class KeyRing {
  private signing: UnsealedKey | undefined;
  private verifying = new Map<string, { readonly key: VerificationKey; readonly until: number }>();

  constructor(
    private readonly store: SigningKeyStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly options: Pick<OAuthOptions, 'keySecret' | 'previousKeySecret' | 'signingAlgorithm'>,
  ) {}

  /**
   * Reads the keys, and on an empty store makes the first. Keys that are sealed under the previous secret are sealed under
   * the current one, so that the previous one is not needed any more after one start. Several processes that start at once all end up with the
   * keys of one.
   *
   * @throws KeySecretMismatch, KeyRotationConflict
   */
  async load(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const keys = await this.store.list();
      const current = keys.find((key) => key.state === 'current');
      if (current !== undefined) {
        const reseal = this.reseal(keys);
        if (reseal !== undefined && !(await this.replace(keys, reseal))) continue;
        this.useKeys(keys, current);
        return;
      }
      await this.replace(keys, [await this.generateKey('current'), await this.generateKey('next')]);
    }
    throw new KeyRotationConflict();
  }

  /**
   * Lets the next key sign from now on, and makes another next one, of the algorithm that is configured now.
   *
   * @throws KeyRotationConflict
   */
  async rotate(actorContext: AuditContext): Promise<void> {
    const next = await this.generateKey('next');
    await this.replaceStored('key.rotated', actorContext, (keys) => [
      ...keys
        .filter((key) => this.getVerificationEnd(key) > this.clock.now())
        .map((key) => this.advanceState(key)),
      next,
    ]);
  }

  /**
   * Replaces every key, for the case that private keys are known to others: tokens signed with one of the present keys are
   * refused from now on, in other processes as soon as they load the change. The next key goes as well, since it was
   * stored beside the current one.
   *
   * @throws KeyRotationConflict
   */
  async revoke(actorContext: AuditContext): Promise<void> {
    const replacements = [await this.generateKey('current'), await this.generateKey('next')];
    await this.replaceStored('key.revoked', actorContext, () => replacements);
  }

  /** @param change returns the keys after the change; called again when another process has changed them meanwhile */
  private async replaceStored(
    action: 'key.rotated' | 'key.revoked',
    actorContext: AuditContext,
    change: (keys: readonly SigningKey[]) => readonly SigningKey[],
  ): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const keys = await this.store.list();
      const changed = change(keys);
      const signing = changed.find(({ state }) => state === 'current');
      if (signing === undefined) throw new Error('The key ring was not loaded.');
      const { kid, algorithm } = signing;
      const event = this.trail.createEvent(action, actorContext, kid, { algorithm });
      const isReplaced = await this.trail.commit([event], (auditLines) =>
        this.replace(keys, changed, auditLines),
      );
      if (!isReplaced) continue;
      await this.load();
      return;
    }
    throw new KeyRotationConflict();
  }

  /** The key that signs. */
  current(): UnsealedKey {
    if (this.signing === undefined) throw new Error('The key ring was not loaded.');
    return this.signing;
  }

  /** The keys that tokens may be signed with or have been, for others to verify them. */
  getPublished(): readonly VerificationKey[] {
    const now = this.clock.now();
    return [...this.verifying.values()].filter(({ until }) => now < until).map(({ key }) => key);
  }

  /** Every key there is, without its private part: the one that signs, the next, and those that still verify, the latest first. */
  async list(): Promise<readonly PublishedKey[]> {
    const keys = await this.store.list();
    return [...keys]
      .sort(
        (a, b) =>
          STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state) ||
          (b.retiredAt ?? 0) - (a.retiredAt ?? 0),
      )
      .map((key) => {
        const { state, createdAt, retiredAt } = key;
        return {
          ...toVerificationKey(key),
          state,
          createdAt,
          ...(retiredAt === undefined ? {} : { retiredAt }),
        };
      });
  }

  /** The key of that name, if it may still verify. The next one may: another process may sign with it already. */
  find(kid: string): VerificationKey | undefined {
    const found = this.verifying.get(kid);
    return found !== undefined && this.clock.now() < found.until ? found.key : undefined;
  }

  private useKeys(keys: readonly SigningKey[], current: SigningKey): void {
    if (this.signing?.kid !== current.kid) this.signing = unsealSigningKey(current, this.options);
    this.verifying = new Map(
      keys.map((key) => [key.kid, { key: toVerificationKey(key), until: this.getVerificationEnd(key) }]),
    );
  }

  /** The keys with the current and the next one sealed under the current secret; `undefined` without a change. */
  private reseal(keys: readonly SigningKey[]): readonly SigningKey[] | undefined {
    if (this.options.previousKeySecret === undefined) return undefined;
    const resealed = keys.map((key) =>
      key.state === 'retired' ? undefined : resealSigningKey(key, this.options),
    );
    return resealed.every((key) => key === undefined) ? undefined : keys.map((key, n) => resealed[n] ?? key);
  }

  private advanceState(key: SigningKey): SigningKey {
    if (key.state === 'next') return { ...key, state: 'current' };
    return key.state === 'current' ? { ...key, state: 'retired', retiredAt: this.clock.now() } : key;
  }

  private getVerificationEnd({ state, retiredAt }: SigningKey): number {
    if (state !== 'retired') return Infinity;
    return (retiredAt ?? 0) + PROPAGATION_SECONDS + ACCESS_TOKEN_LIFETIME_SECONDS;
  }

  private generateKey(state: SigningKey['state']): Promise<SigningKey> {
    const { signingAlgorithm, keySecret } = this.options;
    return generateSigningKey(signingAlgorithm, state, this.clock.now(), keySecret);
  }

  private replace(
    present: readonly SigningKey[],
    keys: readonly SigningKey[],
    auditLines?: AuditLines,
  ): Promise<boolean> {
    return this.store.replace(
      keys,
      present.map((key) => key.kid),
      auditLines,
    );
  }
}
