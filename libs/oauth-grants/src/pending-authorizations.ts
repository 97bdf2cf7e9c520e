import { randomUUID } from 'node:crypto';
import type { Clock } from '@content-service/kernel';
import type { AuthorizationRequest } from './authorization-request.js';
import type { PendingAuthorizationStore } from './grant.store.js';

/** How long a user may think. Not stated by the specification. */
const DECISION_SECONDS = 600;

/** A request and what the user is shown of it: the scopes that the user can grant, space-separated. */
export interface ShownRequest extends AuthorizationRequest {
  readonly shownScope: string;
}

/** Requests that wait for a user's decision. Only an id travels to the browser and back, so nothing can be changed on the way. */
export class PendingAuthorizations {
  constructor(
    private readonly store: PendingAuthorizationStore,
    private readonly clock: Clock,
  ) {}

  /** @returns the id under which it can be taken in the same browser session */
  async add(request: ShownRequest, sessionHash: string): Promise<string> {
    const id = randomUUID();
    const expiresAt = this.clock.now() + DECISION_SECONDS;
    await this.store.save({ id, sessionHash, request: JSON.stringify(request), expiresAt });
    return id;
  }

  /** Once; later, or in another session, there is none. */
  async take(id: string, sessionHash: string): Promise<ShownRequest | undefined> {
    const pending = await this.store.take(id, sessionHash);
    if (pending === undefined || pending.expiresAt <= this.clock.now()) return undefined;
    return JSON.parse(pending.request) as ShownRequest;
  }
}
