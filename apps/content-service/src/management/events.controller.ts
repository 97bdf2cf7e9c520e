import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  EVENT_TYPES,
  EventConsumerStore,
  EventLog,
  EventNotFound,
  type EventSelection,
  formatEventCursor,
  isEventType,
  parseEventCursor,
  readConsumerLags,
  resolveCursor,
} from '@content-service/events';
import { InvalidParameter } from '@content-service/jsonapi';
import { Clock, isUuid } from '@content-service/kernel';
import { getAgeSeconds } from '../events/event-metrics.js';
import { parseQuery } from '../http/parse-query.js';
import { sendJson } from '../http/send.js';
import { serializeEvent, serializeEventWithSnapshot } from './event.serializer.js';
import { SiteManagementApi } from './management-guards.js';
import { parsePagination } from './pagination.js';

/** The event log in the order in which all consumers read it, its types and its consumers. */
@Controller('manage')
@SiteManagementApi()
export class EventsController {
  constructor(
    private readonly log: EventLog,
    private readonly consumers: EventConsumerStore,
    private readonly clock: Clock,
  ) {}

  @Get('events')
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit } = parsePagination(request);
    const selection = parseSelection(request);
    const after = parseQuery(request).get('after');
    const position = after === null ? 0 : await resolveCursor(this.log, parseEventCursor(after));
    const events = await this.log.read(position, limit + 1, selection);
    const items = events.slice(0, limit);
    const last = items.at(-1);
    const next = events.length > limit && last !== undefined ? formatEventCursor(last) : null;
    sendJson(response, { items: items.map(serializeEvent), next });
  }

  @Get('events/:id')
  async get(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const event = isUuid(id) ? await this.log.find(id) : undefined;
    if (event === undefined) throw new EventNotFound(id);
    sendJson(response, serializeEventWithSnapshot(event));
  }

  @Get('event-types')
  listTypes(@Res() response: Response): void {
    sendJson(response, { items: EVENT_TYPES, next: null });
  }

  @Get('consumers')
  async listConsumers(@Res() response: Response): Promise<void> {
    const lags = await readConsumerLags(this.log, this.consumers);
    const items = lags.map(({ name, position, holder = null, error = null, events, since }) => ({
      name,
      state: error === null ? 'ok' : 'error',
      error,
      position,
      holder,
      lag: { events, seconds: getAgeSeconds(since, this.clock) },
    }));
    sendJson(response, { items, next: null });
  }
}

/** @throws InvalidParameter */
function parseSelection(request: Request): EventSelection {
  const query = parseQuery(request);
  const type = query.get('type');
  const subject = query.get('subject');
  if (type !== null && !isEventType(type))
    throw new InvalidParameter('type', `type must be a type of events (/manage/event-types), got '${type}'.`);
  if (subject !== null && !isUuid(subject))
    throw new InvalidParameter('subject', 'subject must be the id of an entry, a UUID in lower case.');
  return { types: type === null ? undefined : [type], subjectId: subject ?? undefined };
}
