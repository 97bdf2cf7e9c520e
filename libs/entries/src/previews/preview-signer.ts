import { createHmac } from 'node:crypto';
import { type Clock, deriveKey, equalsInConstantTime, type KeySecrets } from '@content-service/kernel';
import { type Entry, getLangcode } from '../entry.js';
import { PreviewExpired, PreviewInvalid } from './preview.errors.js';
import type { PreviewToken } from './preview-token.js';

/** How long a preview can be opened. */
const LIFETIME_SECONDS = 900;

/** How far the clocks of two processes may differ. */
const CLOCK_DIFFERENCE_SECONDS = 60;

/** 128 bits. */
const SIGNATURE_DIGITS = 32;

/** The link by which a front end shows a preview, whose signature it has checked (`POST /next/draft-url`). */
interface DraftLink {
  /** UNIX seconds. */
  readonly timestamp: number;
  /** The path on the site. */
  readonly path: string;
  readonly resourceVersion: string;
}

interface Keys {
  readonly entry: Buffer;
  readonly link: Buffer;
}

/**
 * Signs what shows an entry to readers who may not see it otherwise, by HMAC-SHA-256 under keys from KEY_SECRET. A rotation
 * of the secret keeps links valid, since the previous one is accepted.
 */
export class PreviewSigner {
  private readonly keys: Keys;
  private readonly acceptedKeys: readonly Keys[];

  constructor(
    { keySecret, previousKeySecret }: KeySecrets,
    private readonly clock: Clock,
  ) {
    this.keys = deriveKeys(keySecret);
    this.acceptedKeys =
      previousKeySecret === undefined ? [this.keys] : [this.keys, deriveKeys(previousKeySecret)];
  }

  /** Signs for this entry in its language, from now on for 15 minutes. */
  signEntry(entry: Entry): PreviewToken {
    const expiresAt = this.clock.now() + LIFETIME_SECONDS;
    return { expiresAt, signature: computeEntrySignature(entry, expiresAt, this.keys) };
  }

  /** @throws PreviewInvalid, PreviewExpired */
  assertOpens(entry: Entry, { expiresAt, signature }: PreviewToken): void {
    const isSigned = this.acceptedKeys.some((keys) =>
      equalsInConstantTime(computeEntrySignature(entry, expiresAt, keys), signature),
    );
    if (!isSigned) throw new PreviewInvalid();
    this.assertIsCurrent(expiresAt);
  }

  /** Signs the link that opens a token on a site. Its time is that of the token. */
  signLink(path: string, resourceVersion: string, { expiresAt }: PreviewToken): SignedDraftLink {
    const link = { timestamp: expiresAt - LIFETIME_SECONDS, path, resourceVersion };
    return { ...link, secret: computeLinkSignature(link, this.keys) };
  }

  /**
   * @returns for how many seconds more the link is valid
   * @throws PreviewInvalid, PreviewExpired
   */
  verifyLink({ secret, ...link }: SignedDraftLink): number {
    const isSigned = this.acceptedKeys.some((keys) =>
      equalsInConstantTime(computeLinkSignature(link, keys), secret),
    );
    if (!isSigned) throw new PreviewInvalid();
    const expiresAt = link.timestamp + LIFETIME_SECONDS;
    this.assertIsCurrent(expiresAt);
    return expiresAt - this.clock.now();
  }

  /** A time too far ahead was signed before the clock was set back; it must not make links valid for longer. */
  private assertIsCurrent(expiresAt: number): void {
    const rest = expiresAt - this.clock.now();
    if (rest <= 0 || rest > LIFETIME_SECONDS + CLOCK_DIFFERENCE_SECONDS) throw new PreviewExpired();
  }
}

export interface SignedDraftLink extends DraftLink {
  /** In base64url. */
  readonly secret: string;
}

function computeEntrySignature(entry: Entry, expiresAt: number, { entry: key }: Keys): string {
  const text = JSON.stringify([entry.type, entry.id, getLangcode(entry), expiresAt]);
  return createHmac('sha256', key).update(text).digest('hex').slice(0, SIGNATURE_DIGITS);
}

function computeLinkSignature({ timestamp, path, resourceVersion }: DraftLink, { link: key }: Keys): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([timestamp, path, resourceVersion]))
    .digest('base64url');
}

function deriveKeys(secret: string): Keys {
  return {
    entry: deriveKey(secret, 'content-service previews'),
    link: deriveKey(secret, 'content-service preview links'),
  };
}
