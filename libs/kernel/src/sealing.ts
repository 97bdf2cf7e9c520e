import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.js';
import { DomainError } from './domain-error.js';

const CIPHER = 'aes-256-gcm';
const FORMAT = 'v1';
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

/** The secrets that sealed texts are opened with. */
export interface KeySecrets {
  readonly keySecret: string;
  /** The one before a rotation. */
  readonly previousKeySecret: string | undefined;
}

/** The stored text was sealed with another secret, or has been changed. */
export class KeySecretMismatch extends DomainError {
  /** @param subject such as `the signing key 'abc'` */
  constructor(subject: string, cause: unknown) {
    super(
      'key_secret_wrong',
      `KEY_SECRET does not open ${subject}: start with the secret it was sealed with, or give that one as KEY_SECRET_PREVIOUS.`,
      { cause },
    );
  }
}

/** Encrypts texts for storage under KEY_SECRET (AES-256-GCM), with a key of its own for each purpose. */
export class Sealer {
  /**
   * @param purpose the HKDF info (RFC 5869), such as `content-service signing keys`
   * @param kind what is sealed, for messages: `the signing key`
   */
  constructor(
    private readonly secrets: KeySecrets,
    private readonly purpose: string,
    private readonly kind: string,
  ) {}

  /** @param name of what is sealed; it opens only under the same name, so sealed texts cannot be exchanged */
  seal(text: string, name: string): string {
    const nonce = randomBytes(12);
    const key = deriveKey(this.secrets.keySecret, this.purpose);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [FORMAT, ...[nonce, sealed, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join(
      '$',
    );
  }

  /**
   * @returns the text, and whether the previous secret opened it, so that it is to be sealed again
   * @throws KeySecretMismatch when neither secret opens it
   */
  unseal(sealedText: string, name: string): { readonly text: string; readonly isPrevious: boolean } {
    const { keySecret, previousKeySecret } = this.secrets;
    try {
      return { text: this.open(sealedText, keySecret, name), isPrevious: false };
    } catch (error) {
      if (previousKeySecret === undefined) throw error;
      return { text: this.open(sealedText, previousKeySecret, name), isPrevious: true };
    }
  }

  private open(sealedText: string, secret: string, name: string): string {
    const [nonce = EMPTY, sealed = EMPTY, tag = EMPTY] = sealedText
      .split('$')
      .slice(1)
      .map((part) => Buffer.from(part, 'base64url'));
    try {
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, deriveKey(secret, this.purpose), nonce, options);
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new KeySecretMismatch(`${this.kind} '${name}'`, cause);
    }
  }
}
