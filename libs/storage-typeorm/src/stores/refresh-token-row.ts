import type { RefreshToken } from '@content-service/oauth-grants';

export interface RefreshTokenRow {
  readonly token_hash: string;
  readonly family_id: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scope: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly family_started_at: number;
}

export function toRefreshTokenRow(token: RefreshToken): Record<keyof RefreshTokenRow, string | number> {
  return {
    token_hash: token.tokenHash,
    family_id: token.familyId,
    client_id: token.clientId,
    user_id: token.userId,
    scope: token.scope,
    issued_at: token.issuedAt,
    expires_at: token.expiresAt,
    family_started_at: token.familyStartedAt,
  };
}

export function toRefreshToken(row: RefreshTokenRow): RefreshToken {
  return {
    tokenHash: row.token_hash,
    familyId: row.family_id,
    clientId: row.client_id,
    userId: row.user_id,
    scope: row.scope,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    familyStartedAt: row.family_started_at,
  };
}
