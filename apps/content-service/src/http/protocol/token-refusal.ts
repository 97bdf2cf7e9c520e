import type { Response } from 'express';
import { OAUTH_ERROR_CODES } from '@content-service/oauth-grants';

/** Why an access token was refused: missing, no JWT in a Bearer header, not verified or expired, revoked. */
const BEARER_REASONS = ['bearer_missing', 'bearer_malformed', 'bearer_unverified', 'bearer_revoked'] as const;

/** The error code of an OAuth endpoint, or the reason why an access token was refused. */
export type TokenRefusal = (typeof BEARER_REASONS)[number] | (typeof OAUTH_ERROR_CODES)[number];

/** Every reason, for series that begin at 0. */
export const TOKEN_REFUSALS: readonly TokenRefusal[] = [...OAUTH_ERROR_CODES, ...BEARER_REASONS];

const refusals = new WeakMap<Response, TokenRefusal>();

/** Keeps the reason of a refusal for the metrics: error documents and status codes do not tell all of them apart. */
export function setTokenRefusal(response: Response, reason: TokenRefusal): void {
  refusals.set(response, reason);
}

/** @returns `undefined` for a response that refuses no token */
export function getTokenRefusal(response: Response): TokenRefusal | undefined {
  return refusals.get(response);
}
