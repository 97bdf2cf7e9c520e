import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import {
  type BrokerReplayRequest,
  BrokerReplays,
  CONSUMER_MEMBERS,
  type ConsumerChange,
  type ConsumerLag,
  EventConsumerService,
  findBrokerReplayProblems,
  getAgeSeconds,
} from '@content-service/events';
import { Config } from '../../../platform/config/config.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { createChangeDto } from '../protocol/member-dto.js';
import { NewBrokerReplayDto } from '../protocol/replay.dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { sendJob } from '../protocol/send-job.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { CurrentActor } from '../protocol/request.decorators.js';

const ChangedConsumerDto = createChangeDto(CONSUMER_MEMBERS);

/** The consumers of the event log. */
@Controller('manage/consumers')
@SiteManagementApi()
export class EventConsumersController {
  constructor(
    private readonly consumers: EventConsumerService,
    private readonly replays: BrokerReplays,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const items = (await this.consumers.list()).map((consumer) => this.serialize(consumer));
    sendJson(response, { items, next: null });
  }

  @Patch(':name')
  async update(
    @Param('name') name: string,
    @JsonBody(ChangedConsumerDto) change: ConsumerChange,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    sendJson(response, this.serialize(await this.consumers.change(name, change, actorContext)));
  }

  @Delete(':name')
  async delete(
    @Param('name') name: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    await this.consumers.remove(name, actorContext);
    sendNoContent(response);
  }

  /** Publishes events of the log again, by a job; with `dryRun` only counts them. */
  @Post(':name/replay')
  async replay(
    @Param('name') name: string,
    @JsonBody(NewBrokerReplayDto, { findProblems: ({ given }) => findBrokerReplayProblems(given) })
    dto: BrokerReplayRequest,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    if (dto.dryRun === true) sendJson(response, { events: await this.replays.count(name, dto) });
    else sendJob(response, await this.replays.request(name, dto, actorContext), this.config);
  }

  private serialize({ name, paused, position, holder, error, events, since }: ConsumerLag): object {
    return {
      name,
      state: paused ? 'paused' : error === undefined ? 'ok' : 'error',
      error: error ?? null,
      position,
      holder: holder ?? null,
      lag: { events, seconds: getAgeSeconds(since, this.clock) },
    };
  }
}
