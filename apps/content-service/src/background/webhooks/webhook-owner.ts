import type { AuditActor } from '@content-service/audit';
import { type ScopeSet, SITE_SETTINGS_ADMINISTER } from '@content-service/scopes';
import { findPresentScopes, type ScopeSources } from '@content-service/oauth-clients';

/**
 * The scopes that the owner of an endpoint has at this moment.
 *
 * @returns `undefined` when client or user are deleted or disabled, or may not administer webhooks any more
 */
export async function findOwnerScopes(
  owner: AuditActor,
  sources: ScopeSources,
): Promise<ScopeSet | undefined> {
  const scopes = await findPresentScopes(owner, sources);
  return scopes?.has(SITE_SETTINGS_ADMINISTER) === true ? scopes : undefined;
}
