import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './grant.store.js';
import { type KeySecrets, Sealer } from '@content-service/kernel';

export type SigningAlgorithm = SigningKey['algorithm'];

/** A key as signatures are checked with it. Keys are `KeyObject`s: parsing a PEM for each token costs five times more. */
export interface VerificationKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly publicKey: KeyObject;
}

/** A key whose private part has been unsealed. */
export interface UnsealedKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

const PAIRS: Readonly<
  Record<SigningAlgorithm, () => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>>
> = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
};

/** A new key, its private part sealed. */
export async function generateSigningKey(
  algorithm: SigningAlgorithm,
  state: SigningKey['state'],
  createdAt: number,
  keySecret: string,
): Promise<SigningKey> {
  const { publicKey, privateKey } = await PAIRS[algorithm]();
  const kid = computeThumbprint(publicKey);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    kid,
    algorithm,
    sealedPrivateKey: createSealer({ keySecret, previousKeySecret: undefined }).seal(pem, kid),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    state,
    createdAt,
  };
}

export function toVerificationKey({ kid, algorithm, publicKey }: SigningKey): VerificationKey {
  return { kid, algorithm, publicKey: createPublicKey(publicKey) };
}

/** @throws KeySecretMismatch when neither secret opens it */
export function unsealSigningKey(key: SigningKey, secrets: KeySecrets): UnsealedKey {
  return {
    ...toVerificationKey(key),
    privateKey: createPrivateKey(createSealer(secrets).unseal(key.sealedPrivateKey, key.kid).text),
  };
}

/**
 * The key sealed under the present secret, or `undefined` when it is so already.
 *
 * @throws KeySecretMismatch when neither secret opens it
 */
export function resealSigningKey(key: SigningKey, secrets: KeySecrets): SigningKey | undefined {
  const sealer = createSealer(secrets);
  const { text, isPrevious } = sealer.unseal(key.sealedPrivateKey, key.kid);
  if (!isPrevious) return undefined;
  return { ...key, sealedPrivateKey: sealer.seal(text, key.kid) };
}

/** The members that make up a key's thumbprint, in the order they are hashed (RFC 7638 §3.2). */
const THUMBPRINT_MEMBERS = { RSA: ['e', 'kty', 'n'], EC: ['crv', 'kty', 'x', 'y'] } as const;

/** The name of a key that follows from the key itself (RFC 7638). */
export function computeThumbprint(publicKey: KeyObject): string {
  const jwk = publicKey.export({ format: 'jwk' });
  const members = THUMBPRINT_MEMBERS[jwk.kty === 'EC' ? 'EC' : 'RSA'];
  const json = JSON.stringify(Object.fromEntries(members.map((member) => [member, jwk[member]])));
  return createHash('sha256').update(json).digest('base64url');
}

function createSealer(secrets: KeySecrets): Sealer {
  return new Sealer(secrets, 'content-service signing keys', 'the signing key');
}
