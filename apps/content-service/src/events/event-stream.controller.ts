import { Controller, Get, Injectable, type OnModuleDestroy, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Gauge } from 'prom-client';
import { ContentModelService } from '@content-service/bundles';
import { canSeeUnpublished } from '@content-service/entries';
import {
  EventCursorExpired,
  EventCursorReset,
  EventLog,
  EventsDisabled,
  formatEventCursor,
  getOperation,
  InvalidEventCursor,
  isEventType,
  parseEventCursor,
  type Position,
  resolveCursor,
} from '@content-service/events';
import { buildEntryHref, InvalidParameter } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { ContentApi } from '../access/access.module.js';
import {
  AllowedMethodsGuard,
  BearerStrategy,
  getBearerToken,
  getClientIp,
  getPrincipal,
  VerifiedTokenCache,
} from '../access/access-guards.js';
import { Config } from '../config/config.js';
import { ROUTES } from '../http/allowed-methods.js';
import { parseQuery } from '../http/parse-query.js';
import { OpenRequests } from '../load/admission.js';
import { Metrics } from '../metrics/metrics.js';
import { EventStream } from './event-stream.js';
import { EventTail, type StreamedEvent } from './event-tail.js';

/** Streams of one IP address, or of one API client or user. */
const STREAMS_OF_READER = 5;

/** The streams of this process. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly streams = new Map<EventStream, string>();

  constructor(
    private readonly config: Config,
    { registry }: Metrics,
  ) {
    const { streams } = this;
    new Gauge({
      name: 'content_service_streams',
      help: 'Open streams of events.',
      registers: [registry],
      collect() {
        this.set(streams.size);
      },
    });
  }

  /** @throws StreamsExhausted, StreamsOfReaderExhausted */
  assertRoom(reader: string): void {
    if (this.streams.size >= this.config.events.streamMax) throw new StreamsExhausted();
    const own = [...this.streams.values()].filter((other) => other === reader);
    if (own.length >= STREAMS_OF_READER) throw new StreamsOfReaderExhausted();
  }

  async run(stream: EventStream, reader: string, ...start: Parameters<EventStream['run']>): Promise<void> {
    this.streams.set(stream, reader);
    try {
      await stream.run(...start);
    } finally {
      this.streams.delete(stream);
    }
  }

  onModuleDestroy(): void {
    for (const stream of this.streams.keys()) stream.stop();
  }
}

/** Changes of entries as server-sent events, which resume after the last one that a reader has. */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class EventStreamController {
  constructor(
    private readonly log: EventLog,
    private readonly tail: EventTail,
    private readonly streams: EventStreams,
    private readonly config: Config,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly tokens: VerifiedTokenCache,
    private readonly bearer: BearerStrategy,
    private readonly open: OpenRequests,
  ) {}

  @Get(ROUTES.events)
  async stream(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    const principal = getPrincipal(request);
    const isSelected = this.parseSelection(request, principal);
    const reader = principal.kind === 'anonymous' ? getClientIp(request) : formatReader(principal);
    this.streams.assertRoom(reader);
    const { position, first } = await this.findStart(request);
    if (request.method === 'HEAD') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).end();
      return;
    }
    const stream = new EventStream(response, {
      tail: this.tail,
      isSelected,
      serialize: (event) => this.serialize(event),
      isPermitted: this.createPermissionCheck(request, principal),
    });
    this.open.release(response);
    await this.streams.run(stream, reader, position, first);
  }

  /** @throws InvalidParameter for `after` */
  private async findStart(request: Request): Promise<{ position: Position; first: string }> {
    const header = request.get('Last-Event-ID');
    const text = header ?? parseQuery(request).get('after') ?? undefined;
    try {
      if (text !== undefined) {
        const position = await resolveCursor(this.log, parseEventCursor(text));
        return { position, first: `id: ${text}\n` };
      }
      return await this.findEnd();
    } catch (error) {
      const isForeign = error instanceof InvalidEventCursor && header !== undefined;
      if (!isForeign && !(error instanceof EventCursorExpired) && !(error instanceof EventCursorReset))
        throw error;
      const { oldest } = await this.log.bounds();
      const { position, first } = await this.findEnd();
      return { position, first: `${first}event: reset\ndata: ${JSON.stringify({ oldest })}\n` };
    }
  }

  /** A reader without a cursor begins behind the newest event, whose id it gets. */
  private async findEnd(): Promise<{ position: Position; first: string }> {
    const { newest } = await this.log.bounds();
    const [event] = newest === 0 ? [] : await this.log.read(newest - 1, 1);
    return { position: newest, first: `id: ${event ? formatEventCursor(event) : BEGINNING}\n` };
  }

  /** @throws InvalidParameter */
  private parseSelection(request: Request, principal: Principal): (event: StreamedEvent) => boolean {
    const query = parseQuery(request);
    const types = query.get('types')?.split(',');
    const resourceTypes = query.get('resourceTypes')?.split(',');
    const unknownType = types?.find((type) => !isEventType(type));
    if (unknownType !== undefined)
      throw new InvalidParameter('types', `There are no events of the type '${unknownType}'.`);
    const model = this.models.current();
    const unknownResource = resourceTypes?.find((name) => model.find(name) === undefined);
    if (unknownResource !== undefined)
      throw new InvalidParameter('resourceTypes', `There is no resource type '${unknownResource}'.`);
    const seesAll = canSeeUnpublished(principal);
    return ({ type, subject, visibility }) =>
      (seesAll || visibility === 'public') &&
      (types?.includes(type) ?? true) &&
      (resourceTypes?.includes(subject.type) ?? true);
  }

  /** A token that is not in the cache is verified again: it may be in force, though its client was reloaded. */
  private createPermissionCheck(request: Request, principal: Principal): () => boolean | Promise<boolean> {
    if (principal.kind === 'anonymous') return () => this.settings.current().publicAccess;
    const token = getBearerToken(request) ?? '';
    return () =>
      this.tokens.find(token) !== undefined ||
      this.bearer.validate(token).then(
        () => true,
        () => false,
      );
  }

  private serialize(event: StreamedEvent): object {
    const { type, id } = event.subject;
    const apiRoot = { baseUrl: this.config.baseUrl, prefix: this.config.jsonApiPrefix };
    return {
      type,
      id,
      operation: getOperation(event),
      version: event.subject.version,
      time: new Date(event.recordedAt / 1000).toISOString(),
      event: event.id,
      self: buildEntryHref({ type, id }, apiRoot),
    };
  }
}

/** The cursor before the first event. */
const BEGINNING = '0-00000000';

function formatReader(principal: Exclude<Principal, { kind: 'anonymous' }>): string {
  return principal.kind === 'user'
    ? `${principal.clientId} ${principal.userId}`
    : `${principal.clientId} client`;
}

class StreamsExhausted extends DomainError {
  readonly retryAfterSeconds = 5;

  constructor() {
    super('streams_exhausted', 'This process serves as many streams of events as it can; try again later.');
  }
}

class StreamsOfReaderExhausted extends DomainError {
  readonly retryAfterSeconds = 5;

  constructor() {
    super(
      'streams_of_reader_exhausted',
      `A reader may have ${STREAMS_OF_READER} streams of events at a time.`,
    );
  }
}
