import {
  type Actor,
  assertMayGrant,
  CONTENT_ADMINISTER,
  ScopeSet,
  SITE_SETTINGS_ADMINISTER,
} from '@content-service/scopes';
import type { WebhookDelivery } from './webhook-delivery.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookDefinition, WebhookVisibility } from './webhook-members.js';

const NEEDED: Readonly<Record<WebhookVisibility, ScopeSet>> = {
  public: ScopeSet.none,
  content: ScopeSet.of(CONTENT_ADMINISTER),
  management: ScopeSet.of(SITE_SETTINGS_ADMINISTER),
};

/**
 * An endpoint that is told unpublished content or changes of management data is created, redirected, changed, called and
 * deleted, and its deliveries are read, by actors that may read them.
 *
 * @throws ScopeNotHeld
 */
export function assertMayChange(
  actor: Actor,
  ...definitions: readonly Pick<WebhookDefinition, 'visibility'>[]
): void {
  for (const { visibility } of definitions) assertMayGrant(actor, NEEDED[visibility]);
}

/**
 * Whether an actor may know of a delivery. One of a `public` endpoint that was not called for it can be about an entry that is not
 * published.
 */
export function mayKnowOf(
  actor: Actor,
  { lastStatus, lastError }: Pick<WebhookDelivery, 'lastStatus' | 'lastError'>,
  { definition }: Pick<WebhookEndpoint, 'definition'>,
): boolean {
  const isCalled = lastStatus !== undefined || lastError !== undefined;
  const isDisclosed = definition.visibility !== 'public' || isCalled;
  return isDisclosed || actor.kind === 'operator' || actor.scopes.has(CONTENT_ADMINISTER);
}
