import { type Actor, assertMayGrant, CONTENT_ADMINISTER, ScopeSet } from '@content-service/scopes';
import type { WebhookDefinition } from './webhook-endpoint.js';

/**
 * An endpoint that is told unpublished content is created, redirected, changed and deleted by actors that may read it.
 *
 * @throws ScopeNotHeld
 */
export function assertMayChange(actor: Actor, ...definitions: readonly WebhookDefinition[]): void {
  if (definitions.some(({ visibility }) => visibility === 'content'))
    assertMayGrant(actor, ScopeSet.of(CONTENT_ADMINISTER));
}
