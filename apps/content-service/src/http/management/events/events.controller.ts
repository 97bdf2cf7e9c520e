import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  EVENT_CATALOGUE,
  EventLog,
  EventNotFound,
  type EventSelection,
  formatEventCursor,
  isEntryEvent,
  isEventType,
  type LoggedEvent,
  parseEventCursor,
  resolveCursor,
} from '@content-service/events';
import { InvalidParameter } from '@content-service/jsonapi';
import { isUuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';
import { decideDisclosure, type Disclosure } from '@content-service/webhooks';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { serializeEvent, serializeEventWithSnapshot } from './event.serializer.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';

/** The event log in the order in which all consumers read it, and its types. */
@Controller('manage')
@SiteManagementApi()
export class EventsController {
  constructor(private readonly log: EventLog) {}

  @Get('events')
  async list(
    @CurrentPrincipal() reader: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { limit } = parsePagination(request);
    const selection = parseSelection(request);
    const after = parseQuery(request).get('after');
    const position = after === null ? undefined : await resolveCursor(this.log, parseEventCursor(after));
    const events =
      parseOrder(request) === 'newest'
        ? await this.log.readBackwards(position, limit + 1, selection)
        : await this.log.read(position ?? 0, limit + 1, selection);
    const page = events.slice(0, limit);
    const items = page.filter((event) => getDisclosure(event, reader) !== 'none');
    const last = page.at(-1);
    const next = events.length > limit && last !== undefined ? formatEventCursor(last) : null;
    sendJson(response, { items: items.map(serializeEvent), next });
  }

  @Get('events/:id')
  async get(
    @Param('id') id: string,
    @CurrentPrincipal() reader: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const event = isUuid(id) ? await this.log.find(id) : undefined;
    const disclosure = event === undefined ? 'none' : getDisclosure(event, reader);
    if (event === undefined || disclosure === 'none') throw new EventNotFound(id);
    sendJson(response, serializeEventWithSnapshot(event, disclosure));
  }

  @Get('event-types')
  listTypes(@Res() response: Response): void {
    sendJson(response, { items: EVENT_CATALOGUE, next: null });
  }
}

/**
 * How much of an event a reader gets: without content:administer no more of entries than a webhook of the visibility `public`, so that
 * site_settings:administer alone does not read unpublished entries.
 */
function getDisclosure(event: LoggedEvent, { scopes }: Principal): Disclosure {
  if (!isEntryEvent(event)) return 'full';
  return decideDisclosure(scopes.has(CONTENT_ADMINISTER) ? 'content' : 'public', event, scopes);
}

export const EVENT_ORDERS = ['oldest', 'newest'] as const;

/** @returns which events come first @throws InvalidParameter */
function parseOrder(request: Request): (typeof EVENT_ORDERS)[number] {
  const text = parseQuery(request).get('order') ?? 'oldest';
  const order = EVENT_ORDERS.find((name) => name === text);
  if (order === undefined)
    throw new InvalidParameter('order', `order must be one of ${EVENT_ORDERS.join(', ')}, got '${text}'.`);
  return order;
}

/** @throws InvalidParameter */
function parseSelection(request: Request): EventSelection {
  const query = parseQuery(request);
  const type = query.get('type');
  const [subject, subjectType] = ['subject', 'subjectType'].map((name) => query.get(name) ?? undefined);
  if (type !== null && !isEventType(type))
    throw new InvalidParameter('type', `type must be a type of events (/manage/event-types), got '${type}'.`);
  return {
    types: type === null ? undefined : [type],
    subjectTypes: subjectType === undefined ? undefined : [subjectType],
    subjectId: subject,
  };
}
