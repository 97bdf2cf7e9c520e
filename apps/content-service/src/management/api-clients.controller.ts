import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type ApiClient, ClientRegistry } from '@content-service/oauth-clients';
import { ClientLifecycle } from '@content-service/oauth-grants';
import type { Initiator } from '@content-service/scopes';
import { Config } from '../config.js';
import { ChangedClientDto, NewClientDto, NewSecretDto } from './api-client.dto.js';
import { clientResource } from './api-client.resource.js';
import { IfMatch } from './if-match.js';
import { By } from './initiator.js';
import { ManagesSite } from './manages.js';
import { sendJson, sendNothing } from './send.js';
import { Told } from './told.js';

/** The programs that may ask for tokens (specification: `API > API clients`). */
@Controller('manage/api-clients')
@ManagesSite()
export class ApiClientsController {
  constructor(
    private readonly registry: ClientRegistry,
    private readonly lifecycle: ClientLifecycle,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const clients = await this.registry.list();
    sendJson(response, { items: clients.map(clientResource), next: null });
  }

  /** The secret is in this answer only (specification, «API client»). */
  @Post()
  async create(
    @Told(NewClientDto) { allowedScopes = [], ...said }: NewClientDto,
    @By() by: Initiator,
    @Res() response: Response,
  ): Promise<void> {
    const { client, secret } = await this.registry.register({ ...said, allowedScopes }, by);
    response.setHeader('Location', `${this.config.baseUrl}/manage/api-clients/${client.id}`);
    this.send(response, client, 201, secret);
  }

  @Get(':id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.send(response, await this.registry.get(id));
  }

  @Patch(':id')
  async update(
    @Param('id') id: string,
    @Told(ChangedClientDto) said: ChangedClientDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    this.send(response, await this.lifecycle.update(id, said, by, version));
  }

  @Delete(':id')
  async delete(
    @Param('id') id: string,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.lifecycle.delete(id, by, version);
    sendNothing(response);
  }

  @Post(':id/secret')
  async rotateSecret(
    @Param('id') id: string,
    @Told(NewSecretDto) { graceSeconds = 0 }: NewSecretDto,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { client, secret } = await this.registry.rotateSecret(id, graceSeconds, by, version);
    this.send(response, client, 200, secret);
  }

  @Delete(':id/tokens')
  async revokeTokens(
    @Param('id') id: string,
    @By() by: Initiator,
    @IfMatch() version: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.lifecycle.revokeTokens(id, by, version);
    sendNothing(response);
  }

  private send(response: Response, client: ApiClient, status: 200 | 201 = 200, secret?: string): void {
    const shown = { ...clientResource(client), ...(secret === undefined ? {} : { secret }) };
    sendJson(response, shown, { status, version: client.version, isSecret: secret !== undefined });
  }
}
