import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { type Uuid } from '@content-service/kernel';

/** The signature schemes of Standard Webhooks: `v1` is HMAC-SHA256, `v1a` Ed25519. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;

export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/**
 * The secrets of an endpoint: the current one, and during a rotation its predecessor, with which every message is signed
 * as well. `whsec_` (v1) or `whsk_` (v1a) and base64, as Standard Webhooks writes them.
 */
export interface WebhookSecrets {
  readonly current: string;
  /** Signs until `until` (UNIX seconds). */
  readonly previous?: { readonly secret: string; readonly until: number };
}

/** What is signed. */
export interface SignedMessage {
  /** `webhook-id`; without a dot, because dots separate the parts of the signed text. */
  readonly id: string;
  /** UNIX seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

const SECRET_PREFIXES: Readonly<Record<SignatureScheme, string>> = { v1: 'whsec_', v1a: 'whsk_' };
const PUBLIC_KEY_PREFIX = 'whpk_';

const HMAC_KEY_BYTES = 32;
const ED25519_SEED_BYTES = 32;
/** What stands before the 32 bytes in PKCS #8 of an Ed25519 private key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The `webhook-id` of an event: the same at every attempt, redelivery and replay. */
export function toMessageId(event: Uuid): string {
  return `evt_${event.replaceAll('-', '')}`;
}

/** A new secret. That of `v1a` holds seed and public key, 64 bytes, as Standard Webhooks stores them. */
export function generateWebhookSecret(scheme: SignatureScheme): string {
  const bytes = scheme === 'v1' ? randomBytes(HMAC_KEY_BYTES) : generateEd25519Key();
  return SECRET_PREFIXES[scheme] + bytes.toString('base64');
}

/** The key with which receivers verify `v1a` signatures, `whpk_…`; `undefined` for `v1`, whose secret verifies. */
export function findPublicKey(secret: string): string | undefined {
  if (getSignatureScheme(secret) === 'v1') return undefined;
  const publicKey = readRawPublicKey(createPublicKey(toPrivateKey(secret)));
  return PUBLIC_KEY_PREFIX + publicKey.toString('base64');
}

/**
 * The headers of one attempt. During a rotation `webhook-signature` has both signatures, the current one first.
 *
 * Source: Standard Webhooks specification, «Webhook metadata» and «Signature scheme».
 */
export function signWebhook(
  { id, timestamp, body }: SignedMessage,
  { current, previous }: WebhookSecrets,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const text = `${id}.${timestamp}.${body}`;
  const isRotating = previous !== undefined && timestamp < previous.until;
  const secrets = isRotating ? [current, previous.secret] : [current];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => computeSignature(text, secret)).join(' '),
  };
}

function computeSignature(text: string, secret: string): string {
  const scheme = getSignatureScheme(secret);
  const signature =
    scheme === 'v1'
      ? createHmac('sha256', decodeSecret(secret)).update(text, 'utf8').digest()
      : sign(null, Buffer.from(text, 'utf8'), toPrivateKey(secret));
  return `${scheme},${signature.toString('base64')}`;
}

/** @throws Error for a text that is no secret */
export function getSignatureScheme(secret: string): SignatureScheme {
  const scheme = SIGNATURE_SCHEMES.find((name) => secret.startsWith(SECRET_PREFIXES[name]));
  if (scheme === undefined) throw new Error('A webhook secret begins with whsec_ or whsk_.');
  return scheme;
}

function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIXES[getSignatureScheme(secret)].length), 'base64');
}

function generateEd25519Key(): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8_PREFIX.length);
  return Buffer.concat([seed, readRawPublicKey(publicKey)]);
}

function toPrivateKey(secret: string): KeyObject {
  const seed = decodeSecret(secret).subarray(0, ED25519_SEED_BYTES);
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

function readRawPublicKey(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}
