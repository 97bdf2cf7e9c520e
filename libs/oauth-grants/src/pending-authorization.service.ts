import { randomUUID } from 'node:crypto';
import type { Clock, Uuid } from '@content-service/kernel';
import type { AuthorizationRequest } from './authorization-request.js';
import type { PendingAuthorizationStore } from './grant.store.js';
import { DECISION_TIMEOUT_SECONDS } from './oauth-options.js';
import type { RevocationService } from './access-token.service.js';

/** A request and the space-separated scopes of its prompt. */
export interface PromptedRequest extends AuthorizationRequest {
  readonly shownScope: string;
  readonly userId: Uuid;
  /** UNIX seconds, as `AuthorizationCodeService.getIssueTime` returned them. */
  readonly askedAt: number;
}

/** Requests that wait for a user's decision. The browser gets only an id, so it cannot change the request. */
export class PendingAuthorizationService {
  constructor(
    private readonly store: PendingAuthorizationStore,
    private readonly revocations: RevocationService,
    private readonly clock: Clock,
  ) {}

  /** @returns the id under which it can be taken in the same browser session */
  async add(request: PromptedRequest, sessionHash: string): Promise<string> {
    const id = randomUUID();
    const expiresAt = this.clock.now() + DECISION_TIMEOUT_SECONDS;
    await this.store.save({ id, sessionHash, request: JSON.stringify(request), expiresAt });
    return id;
  }

  /** Once; there is none later, in another session, or after its client or user was revoked. */
  async take(id: string, sessionHash: string): Promise<PromptedRequest | undefined> {
    const pending = await this.store.take(id, sessionHash);
    if (pending === undefined || pending.expiresAt <= this.clock.now()) return undefined;
    const request = JSON.parse(pending.request) as PromptedRequest;
    return (await this.isRevoked(request)) ? undefined : request;
  }

  /** Takes over the revocations of other processes first. */
  private async isRevoked({ userId, clientId, askedAt }: PromptedRequest): Promise<boolean> {
    await this.revocations.refresh();
    return this.revocations.isRevoked({ jti: '', iat: askedAt, client_id: clientId, sub: userId });
  }
}
