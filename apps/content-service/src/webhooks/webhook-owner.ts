import type { AuditActor } from '@content-service/audit';
import type { ScopeSet } from '@content-service/scopes';
import { findPresentScopes, type ScopeSources } from '../access/find-present-scopes.js';

/** The scope without which a principal cannot have webhooks. */
const WEBHOOK_SCOPE = 'site_settings:administer';

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
  return scopes?.has(WEBHOOK_SCOPE) === true ? scopes : undefined;
}
