import { OAUTH_ERROR_CODES } from '@content-service/oauth-grants';

/** Why an access token was refused: missing, no JWT in a Bearer header, not verified or expired, revoked. */
const BEARER_REASONS = ['bearer_missing', 'bearer_malformed', 'bearer_unverified', 'bearer_revoked'] as const;

/** The error code of an OAuth endpoint, or the reason why an access token was refused. */
export type TokenRefusal = (typeof BEARER_REASONS)[number] | (typeof OAUTH_ERROR_CODES)[number];

/** Every reason, for series that begin at 0. */
export const TOKEN_REFUSALS: readonly TokenRefusal[] = [...OAUTH_ERROR_CODES, ...BEARER_REASONS];
