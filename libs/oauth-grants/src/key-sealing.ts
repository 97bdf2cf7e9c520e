import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '@content-service/kernel';

const CIPHER = 'aes-256-gcm';
const FORMAT = 'v1';
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

/** The stored private key was sealed with another secret, or has been changed. */
export class KeySecretWrong extends DomainError {
  constructor(kid: string, cause: unknown) {
    super(
      'key_secret_wrong',
      `KEY_SECRET does not open the signing key '${kid}': start with the secret the key was sealed with.`,
      { cause },
    );
  }
}

/** @param name of what is sealed; it opens only under the same name, so sealed texts cannot be exchanged */
export function seal(text: string, secret: string, name: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [FORMAT, ...[nonce, sealed, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join(
    '$',
  );
}

/** @throws KeySecretWrong */
export function unseal(sealedText: string, secret: string, name: string): string {
  const [nonce = EMPTY, sealed = EMPTY, tag = EMPTY] = sealedText
    .split('$')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64url'));
  try {
    const decipher = createDecipheriv(CIPHER, keyFrom(secret), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new KeySecretWrong(name, cause);
  }
}

/** The secret may be of any length; HKDF (RFC 5869) makes a key of the right one. */
function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'content-service signing keys', 32));
}
