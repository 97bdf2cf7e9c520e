import { Controller, Delete, Get, Param, Patch, Res } from '@nestjs/common';
import { IsBoolean, IsInt } from 'class-validator';
import type { Response } from 'express';
import { type ConsumerChange, type ConsumerLag, EventConsumerService } from '@content-service/events';
import { Clock } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { getAgeSeconds } from '../events/event-metrics.js';
import { sendJson, sendNoContent } from '../http/send.js';
import { Optional } from './dto.js';
import { JsonBody } from './json-body.js';
import { SiteManagementApi } from './management-guards.js';
import { CurrentActor } from './request.decorators.js';

class ChangedConsumerDto implements ConsumerChange {
  @Optional() @IsBoolean() readonly paused?: boolean;
  @Optional() @IsInt() readonly position?: number;
}

/** The consumers of the event log. */
@Controller('manage/consumers')
@SiteManagementApi()
export class EventConsumersController {
  constructor(
    private readonly consumers: EventConsumerService,
    private readonly clock: Clock,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const items = (await this.consumers.list()).map((consumer) => this.serialize(consumer));
    sendJson(response, { items, next: null });
  }

  @Patch(':name')
  async update(
    @Param('name') name: string,
    @JsonBody(ChangedConsumerDto) change: ChangedConsumerDto,
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
