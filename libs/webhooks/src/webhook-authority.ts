import {
  type Actor,
  assertMayGrant,
  CONTENT_ADMINISTER,
  ScopeSet,
  SITE_SETTINGS_ADMINISTER,
} from '@content-service/scopes';
import type { WebhookDefinition, WebhookVisibility } from './webhook-endpoint.js';

const NEEDED: Readonly<Record<WebhookVisibility, ScopeSet>> = {
  public: ScopeSet.none,
  content: ScopeSet.of(CONTENT_ADMINISTER),
  management: ScopeSet.of(SITE_SETTINGS_ADMINISTER),
};

/**
 * An endpoint that is told unpublished content or changes of management data is created, redirected, changed and deleted by
 * actors that may read them.
 *
 * @throws ScopeNotHeld
 */
export function assertMayChange(actor: Actor, ...definitions: readonly WebhookDefinition[]): void {
  for (const { visibility } of definitions) assertMayGrant(actor, NEEDED[visibility]);
}
