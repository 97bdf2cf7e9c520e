import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EventsDisabled, isEventType } from '@content-service/events';
import { InvalidParameter } from '@content-service/jsonapi';
import { isUuid } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import {
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryState,
  WebhookDeliveryService,
} from '@content-service/webhooks';
import { Config } from '../../../platform/config/config.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';
import { CurrentActor } from '../protocol/request.decorators.js';
import { parseTimeParameter } from '../protocol/time-parameter.js';
import { serializeAttempt, serializeDelivery, serializeShownAttempt } from './webhook.dto.js';

/** The deliveries of an endpoint and their attempts. */
@Controller('manage/webhooks/:id/deliveries')
@SiteManagementApi()
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveryService,
    private readonly config: Config,
  ) {}

  @Get()
  async list(
    @Param('id') id: string,
    @CurrentActor() actorContext: ActorContext,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { limit, cursor: before } = parsePagination(request);
    if (before !== undefined && !isUuid(before))
      throw new InvalidParameter('cursor', 'cursor must be the member next of the previous page.');
    const { deliveries, next = null } = await this.deliveries.list(id, actorContext, parseFilter(request), {
      before,
      limit,
    });
    sendJson(response, { items: deliveries.map(serializeDelivery), next });
  }

  @Get(':delivery')
  async get(
    @Param('id') id: string,
    @Param('delivery') deliveryId: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const { delivery, attempts } = await this.deliveries.get(id, deliveryId, actorContext);
    sendJson(response, { ...serializeDelivery(delivery), history: attempts.map(serializeAttempt) });
  }

  /** What was sent is made again from the event, one attempt at a time: a body can be large. */
  @Get(':delivery/attempts/:attempt')
  async getAttempt(
    @Param('id') id: string,
    @Param('delivery') deliveryId: string,
    @Param('attempt') attemptId: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const shown = await this.deliveries.getAttempt(id, deliveryId, attemptId, actorContext);
    sendJson(response, serializeShownAttempt(shown));
  }

  @Post(':delivery/redeliver')
  async redeliver(
    @Param('id') id: string,
    @Param('delivery') deliveryId: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    const delivery = await this.deliveries.redeliver(id, deliveryId, actorContext);
    response.setHeader('Location', `${this.config.baseUrl}/manage/webhooks/${id}/deliveries/${deliveryId}`);
    sendJson(response, serializeDelivery(delivery), { status: 202 });
  }
}

/** @throws InvalidParameter */
function parseFilter(request: Request): Omit<DeliveryFilter, 'endpointId'> {
  const query = parseQuery(request);
  const [state, type] = [query.get('state') ?? undefined, query.get('type') ?? undefined];
  const subjectId = query.get('subject') ?? undefined;
  const since = parseTimeParameter('since', query.get('since') ?? undefined);
  if (state !== undefined && !isDeliveryState(state))
    throw new InvalidParameter(
      'state',
      `state must be one of ${DELIVERY_STATES.join(', ')}, got '${state}'.`,
    );
  if (type !== undefined && !isEventType(type))
    throw new InvalidParameter('type', `type must be a type of events (/manage/event-types), got '${type}'.`);
  return { state, eventType: type, subjectId, since };
}

function isDeliveryState(text: string): text is DeliveryState {
  return (DELIVERY_STATES as readonly string[]).includes(text);
}
