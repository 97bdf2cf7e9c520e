import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type ApiClient, CLIENT_ROTATION_MEMBERS, ClientRegistry } from '@content-service/oauth-clients';
import { ClientLifecycle } from '@content-service/oauth-grants';
import type { ActorContext } from '@content-service/scopes';
import type { VersionCondition } from '@content-service/kernel';
import { Config } from '../../../platform/config/config.js';
import { ChangedClientDto, ClientRotationDto, NewClientDto, serializeClient } from './api-client.dto.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { type BodyRules, JsonBody } from '../protocol/json-body.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';

/** For bodies that create and that change a client. */
const RULES: BodyRules<Partial<NewClientDto>> = {
  findProblems: ({ given }, resolve) => resolve(ClientRegistry).findProblems(given),
};

/** API clients (specification: `API > API clients`). */
@Controller('manage/api-clients')
@SiteManagementApi()
export class ApiClientsController {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly lifecycle: ClientLifecycle,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const clients = await this.registry.list();
    sendJson(response, { items: clients.map(serializeClient), next: null });
  }

  /** The response is the only one that contains the secret (specification, «API client»). */
  @Post()
  @RequireRecentLogin(true)
  async create(
    @JsonBody(NewClientDto, RULES)
    { allowedScopes = [], ...dto }: NewClientDto,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const { client, secret } = await this.registry.register({ ...dto, allowedScopes }, actorContext);
    response.setHeader('Location', `${this.config.baseUrl}/manage/api-clients/${client.id}`);
    this.send(response, client, 201, secret);
  }

  @Get(':id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.send(response, await this.registry.get(id));
  }

  @Patch(':id')
  @RequireRecentLogin(true)
  async update(
    @Param('id') id: string,
    @JsonBody(ChangedClientDto, RULES)
    dto: ChangedClientDto,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    this.send(response, await this.lifecycle.update(id, dto, actorContext, condition));
  }

  @Delete(':id')
  @RequireRecentLogin(true)
  async delete(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.lifecycle.delete(id, actorContext, condition);
    sendNoContent(response);
  }

  @Post(':id/secret')
  @RequireRecentLogin(true)
  async rotateSecret(
    @Param('id') id: string,
    @JsonBody(ClientRotationDto) dto: ClientRotationDto,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { graceSeconds = CLIENT_ROTATION_MEMBERS.graceSeconds.default } = dto;
    const { client, secret } = await this.registry.rotateSecret(id, graceSeconds, actorContext, condition);
    this.send(response, client, 200, secret);
  }

  @Delete(':id/tokens')
  async revokeTokens(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.lifecycle.revokeTokens(id, actorContext, condition);
    sendNoContent(response);
  }

  private send(response: Response, client: ApiClient, status: 200 | 201 = 200, secret?: string): void {
    const shown = { ...serializeClient(client), ...(secret === undefined ? {} : { secret }) };
    sendJson(response, shown, { status, version: client.version, isSecret: secret !== undefined });
  }
}
