import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EventsDisabled } from '@content-service/events';
import { Clock, type VersionCondition } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import {
  findReplayProblems,
  type ReplayRequest,
  WEBHOOK_ROTATION_MEMBERS,
  type WebhookEndpoint,
  WebhookReplayService,
  WebhookService,
} from '@content-service/webhooks';
import { Config } from '../../../platform/config/config.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { JsonBody } from '../protocol/json-body.js';
import { sendJob } from '../protocol/send-job.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { NewReplayDto } from '../protocol/replay.dto.js';
import { RequireRecentLogin } from '../protocol/recent-login.guard.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import {
  ChangedWebhookDto,
  NewWebhookDto,
  serializeShownAttempt,
  serializeWebhook,
  WebhookRotationDto,
} from './webhook.dto.js';

interface WebhookAnswer {
  readonly status?: 200 | 201;
  readonly secret?: string;
  readonly replayFrom?: string | undefined;
}

/** Endpoints that are called about events. */
@Controller('manage/webhooks')
@SiteManagementApi()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly replays: WebhookReplayService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const endpoints = await this.webhooks.list();
    const items = await Promise.all(
      endpoints.map(async (endpoint) => this.serialize(endpoint, await this.replays.findStart(endpoint))),
    );
    sendJson(response, { items, next: null });
  }

  /** The response is the only one that contains the secret. */
  @Post()
  @RequireRecentLogin(true)
  async create(
    @JsonBody(NewWebhookDto, {
      findProblems: ({ given, faulty }, resolve) =>
        resolve(WebhookService).findProblems(given, !faulty.has('visibility')),
    })
    { signature = 'v1', ...dto }: NewWebhookDto,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    const { endpoint, secret } = await this.webhooks.create(dto, signature, actorContext);
    response.setHeader('Location', `${this.config.baseUrl}/manage/webhooks/${endpoint.id}`);
    this.send(response, endpoint, { status: 201, secret });
  }

  @Get(':id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const endpoint = await this.webhooks.get(id);
    this.send(response, endpoint, { replayFrom: await this.replays.findStart(endpoint) });
  }

  @Patch(':id')
  @RequireRecentLogin(true)
  async update(
    @Param('id') id: string,
    @JsonBody(ChangedWebhookDto, {
      findProblems: ({ given }, resolve) => resolve(WebhookService).findProblems(given, false),
    })
    dto: ChangedWebhookDto,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const before = dto.enabled === true ? await this.webhooks.get(id) : undefined;
    const start = before && (await this.replays.findStart(before));
    const endpoint = await this.webhooks.update(id, dto, actorContext, condition);
    this.send(response, endpoint, { replayFrom: start ?? (await this.replays.findStart(endpoint)) });
  }

  @Delete(':id')
  async delete(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await this.webhooks.delete(id, actorContext, condition);
    sendNoContent(response);
  }

  @Post(':id/secret')
  @RequireRecentLogin(true)
  async rotateSecret(
    @Param('id') id: string,
    @JsonBody(WebhookRotationDto) dto: WebhookRotationDto,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { graceSeconds = WEBHOOK_ROTATION_MEMBERS.graceSeconds.default } = dto;
    const { endpoint, secret } = await this.webhooks.rotateSecret(id, graceSeconds, actorContext, condition);
    this.send(response, endpoint, { secret, replayFrom: await this.replays.findStart(endpoint) });
  }

  /** Calls the endpoint once and answers with the attempt, whatever its outcome. */
  @Post(':id/test')
  async test(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, serializeShownAttempt(await this.webhooks.test(id, actorContext)));
  }

  /** Sends events of the log again, by a job; with `dryRun` only counts them. */
  @Post(':id/replay')
  async replay(
    @Param('id') id: string,
    @JsonBody(NewReplayDto, { findProblems: ({ given }) => findReplayProblems(given) }) dto: ReplayRequest,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    if (dto.dryRun === true) sendJson(response, { events: await this.replays.count(id, dto, actorContext) });
    else sendJob(response, await this.replays.request(id, dto, actorContext), this.config);
  }

  private send(
    response: Response,
    endpoint: WebhookEndpoint,
    { status = 200, secret, replayFrom }: WebhookAnswer,
  ): void {
    const shown = { ...this.serialize(endpoint, replayFrom), ...(secret === undefined ? {} : { secret }) };
    sendJson(response, shown, { status, version: endpoint.version, isSecret: secret !== undefined });
  }

  private serialize(endpoint: WebhookEndpoint, replayFrom: string | undefined): object {
    const credentials = this.webhooks.getCredentials(endpoint);
    return serializeWebhook(endpoint, credentials, this.clock.now(), replayFrom);
  }
}
