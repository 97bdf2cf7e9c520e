import type { AuditTrail, Origin } from '@content-service/audit';
import { type Clock, DomainError } from '@content-service/kernel';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.js';
import type { SigningKey, SigningKeyStore } from './grant.store.js';
import type { OAuthOptions } from './oauth-options.js';
import {
  generateSigningKey,
  openSigningKey,
  type OpenedKey,
  toVerificationKey,
  type VerificationKey,
} from './signing-key.js';

/** No key could be agreed on with other processes. */
class SigningKeysBusy extends DomainError {
  constructor() {
    super('signing_keys_busy', 'The signing keys are being changed by others at this moment; try again.');
  }
}

/** A key as administrators see it. */
export type PublishedKey = VerificationKey & Pick<SigningKey, 'state' | 'createdAt' | 'retiredAt'>;

const ORDER: readonly SigningKey['state'][] = ['current', 'next', 'retired'];

const ATTEMPTS = 5;

/** For this long other processes, which have yet to hear of a rotation, may go on signing. */
const SIGNED_BY_OTHERS_SECONDS = 10;

/**
 * The keys that access tokens are signed with. There is always a current one, which signs, and a next one, which is
 * known before it signs, so that whoever keeps copies of the public keys has it in time. A retired one verifies until
 * the last token it signed has expired.
 */
export class KeyRing {
  private signing: OpenedKey | undefined;
  private verifying = new Map<string, { readonly key: VerificationKey; readonly until: number }>();

  constructor(
    private readonly store: SigningKeyStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly options: Pick<OAuthOptions, 'keySecret' | 'signingAlgorithm'>,
  ) {}

  /**
   * Reads the keys, and on an empty store makes the first. Of several processes that start at once all end up with the
   * keys of one.
   *
   * @throws KeySecretWrong, SigningKeysBusy
   */
  async load(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const keys = await this.store.list();
      const current = keys.find((key) => key.state === 'current');
      if (current !== undefined) {
        this.take(keys, current);
        return;
      }
      await this.replace(keys, [await this.newKey('current'), await this.newKey('next')]);
    }
    throw new SigningKeysBusy();
  }

  /**
   * Lets the next key sign from now on, and makes another next one, of the algorithm that is configured now.
   *
   * @throws SigningKeysBusy
   */
  async rotate(by: Origin): Promise<void> {
    const next = await this.newKey('next');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const keys = await this.store.list();
      const moved = keys
        .filter((key) => this.verifiesUntil(key) > this.clock.now())
        .map((key) => this.moved(key));
      if (!(await this.replace(keys, [...moved, next]))) continue;
      await this.load();
      const { kid, algorithm } = this.current();
      await this.trail.record('key.rotated', by, kid, { algorithm });
      return;
    }
    throw new SigningKeysBusy();
  }

  /** The key that signs. */
  current(): OpenedKey {
    if (this.signing === undefined) throw new Error('The key ring was not loaded.');
    return this.signing;
  }

  /** The keys that tokens may be signed with or have been, for others to verify them. */
  published(): readonly VerificationKey[] {
    const now = this.clock.now();
    return [...this.verifying.values()].filter(({ until }) => now < until).map(({ key }) => key);
  }

  /** Every key there is, without its private part: the one that signs, the next, and those that still verify, the latest first. */
  async list(): Promise<readonly PublishedKey[]> {
    const keys = await this.store.list();
    return [...keys]
      .sort(
        (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (b.retiredAt ?? 0) - (a.retiredAt ?? 0),
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

  private take(keys: readonly SigningKey[], current: SigningKey): void {
    if (this.signing?.kid !== current.kid) this.signing = openSigningKey(current, this.options.keySecret);
    this.verifying = new Map(
      keys.map((key) => [key.kid, { key: toVerificationKey(key), until: this.verifiesUntil(key) }]),
    );
  }

  private moved(key: SigningKey): SigningKey {
    if (key.state === 'next') return { ...key, state: 'current' };
    return key.state === 'current' ? { ...key, state: 'retired', retiredAt: this.clock.now() } : key;
  }

  private verifiesUntil({ state, retiredAt }: SigningKey): number {
    if (state !== 'retired') return Infinity;
    return (retiredAt ?? 0) + SIGNED_BY_OTHERS_SECONDS + ACCESS_TOKEN_LIFETIME_SECONDS;
  }

  private newKey(state: SigningKey['state']): Promise<SigningKey> {
    const { signingAlgorithm, keySecret } = this.options;
    return generateSigningKey(signingAlgorithm, state, this.clock.now(), keySecret);
  }

  private replace(present: readonly SigningKey[], keys: readonly SigningKey[]): Promise<boolean> {
    return this.store.replace(
      keys,
      present.map((key) => key.kid),
    );
  }
}
