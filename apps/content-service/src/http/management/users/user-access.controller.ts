import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountAdministrationService, AccountService, type UserSession } from '@content-service/accounts';
import { DomainError, formatDateTime } from '@content-service/kernel';
import { UserAccessService, type UserGrantOverview } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import { describeBrowser } from '../../browser/describe-browser.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { CurrentActor } from '../protocol/request.decorators.js';

/** Browser sessions of users, and grants of users to API clients. */
@Controller('manage/users/:id')
@SiteManagementApi()
export class UserAccessController {
  constructor(
    private readonly accounts: AccountService,
    private readonly administration: AccountAdministrationService,
    private readonly access: UserAccessService,
  ) {}

  @Get('sessions')
  async listSessions(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { id: userId } = await this.accounts.get(id);
    const sessions = await this.access.listSessions(userId);
    sendJson(response, { items: sessions.map(serializeSession), next: null });
  }

  @Delete('sessions')
  async endSessions(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.administration.getManageable(id, actorContext);
    await this.access.endAllSessions(user.id, actorContext);
    sendNoContent(response);
  }

  @Delete('sessions/:session')
  async endSession(
    @Param('id') id: string,
    @Param('session') session: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.administration.getManageable(id, actorContext);
    if (!(await this.access.endSession(user.id, session, actorContext))) throw new SessionNotFound();
    sendNoContent(response);
  }

  @Get('grants')
  async listGrants(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { id: userId } = await this.accounts.get(id);
    const grants = await this.access.listGrants(userId);
    sendJson(response, { items: grants.map(serializeGrant), next: null });
  }

  @Delete('grants')
  async withdrawGrants(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.administration.getManageable(id, actorContext);
    for (const { clientId } of await this.access.listGrants(user.id))
      await this.access.withdrawGrant(user.id, clientId, actorContext);
    sendNoContent(response);
  }

  @Delete('grants/:client')
  async withdrawGrant(
    @Param('id') id: string,
    @Param('client') client: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const user = await this.administration.getManageable(id, actorContext);
    if (!(await this.access.withdrawGrant(user.id, client, actorContext))) throw new GrantNotFound(client);
    sendNoContent(response);
  }
}

class SessionNotFound extends DomainError {
  constructor() {
    super('session_unknown', 'The user has no such session, or it has ended.');
  }
}

class GrantNotFound extends DomainError {
  constructor(clientId: string) {
    super('grant_unknown', `The user granted nothing to an API client '${clientId.slice(0, 100)}'.`);
  }
}

/** The id is the SHA-256 of the one in the cookie; it identifies the session and does not authenticate. */
function serializeSession({
  idHash,
  startedAt,
  authenticatedAt,
  expiresAt,
  ipAddress,
  userAgent,
}: UserSession): object {
  return {
    id: idHash,
    startedAt: formatDateTime(startedAt),
    authenticatedAt: formatDateTime(authenticatedAt),
    expiresAt: formatDateTime(expiresAt),
    ipAddress: ipAddress ?? null,
    browser: userAgent === undefined ? null : describeBrowser(userAgent),
  };
}

function serializeGrant({ clientId, label, scopes, grantedAt }: UserGrantOverview): object {
  return {
    clientId,
    label: label ?? null,
    scopes: scopes.toArray(),
    grantedAt: formatDateTime(grantedAt),
  };
}
