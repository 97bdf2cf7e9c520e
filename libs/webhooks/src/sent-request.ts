import { createHash } from 'node:crypto';
import type { Disclosure } from './webhook-endpoint.js';
import type { WebhookDefinition, WebhookHeaders } from './webhook-members.js';

/** A header of a call. Without `value` an administrator has set it, so that its value is a secret. */
export interface SentHeader {
  readonly name: string;
  readonly value?: string | undefined;
}

/** What decides, besides its event, which body is sent. */
export interface BodyOptions extends Pick<WebhookDefinition, 'payload' | 'format' | 'visibility'> {
  readonly disclosure: Exclude<Disclosure, 'none'>;
  /** Whether the event is sent again by a replay. */
  readonly isReplay: boolean;
}

/**
 * What is kept of a call that was made. The body is not: it is made of the event again while the log has it, with the
 * options of the call, and shown when it is the same byte for byte (`digest`).
 */
export interface SentRequest {
  readonly headers: readonly SentHeader[];
  readonly options: BodyOptions;
  /** SHA-256 of the body, base64url. */
  readonly digest: string;
}

/** A call as it is shown to administrators. */
export interface ShownRequest {
  readonly headers: readonly SentHeader[];
  /** `undefined` when it cannot be made again. */
  readonly body: string | undefined;
}

/** The headers of a call, without the values of those that an administrator has set. */
export function listSentHeaders(
  configured: WebhookHeaders,
  own: Readonly<Record<string, string>>,
): readonly SentHeader[] {
  const secret = Object.keys(configured).map((name) => ({ name }));
  return [...secret, ...Object.entries(own).map(([name, value]) => ({ name, value }))];
}

/** The SHA-256 of a body, base64url. */
export function computeBodyDigest(body: string): string {
  return createHash('sha256').update(body, 'utf8').digest('base64url');
}

/** A call with its body. @param body made again; `undefined` when there is no event to make it of */
export function showRequest({ headers, digest }: SentRequest, body: string | undefined): ShownRequest {
  const isSame = body !== undefined && computeBodyDigest(body) === digest;
  return { headers, body: isSame ? body : undefined };
}
