import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { ContentModelService } from '@content-service/bundles';
import { canSeeUnpublished, TokenRequired } from '@content-service/entries';
import {
  EventCursorExpired,
  EventCursorReset,
  EventLog,
  EventsDisabled,
  type EventCursor,
  getCursor,
  getOperation,
  InvalidEventCursor,
  isEntryEventType,
  resolveCursor,
} from '@content-service/events';
import { buildEntryHref, InvalidParameter } from '@content-service/jsonapi';
import { assertScope, CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { ContentApi } from '../content-api/content-api.js';
import {
  AllowedMethodsGuard,
  BearerStrategy,
  getBearerToken,
  getClientIp,
  getPrincipal,
} from '../access/access-guards.js';
import { VerifiedTokenCache } from '../access/verified-token-cache.js';
import { Config } from '../../platform/config/config.js';
import { formatChangeTags } from '../../platform/edge-cache/cache-tags.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { parseQuery } from '../protocol/parse-query.js';
import { OpenRequestRegistry } from '../../platform/load/open-request-registry.js';
import { createEventDocumentContext, serializeEvent } from '../../platform/events/event-document.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';
import { BEGINNING, EventStreamIds } from './event-stream-ids.js';
import { type EventStreamReader, EventStreamAdmission } from './event-stream-admission.js';
import { type EntryEventHead, EventTail } from './event-tail.js';

/** Changes of entries as server-sent events, which resume after the last one that a reader has. */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class EventStreamController {
  constructor(
    private readonly log: EventLog,
    private readonly tail: EventTail,
    private readonly admission: EventStreamAdmission,
    private readonly ids: EventStreamIds,
    private readonly config: Config,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly tokens: VerifiedTokenCache,
    private readonly bearer: BearerStrategy,
    private readonly open: OpenRequestRegistry,
  ) {}

  @Get(ROUTES.events)
  async stream(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.config.events.enabled) throw new EventsDisabled();
    const principal = getPrincipal(request);
    const isSelected = this.parseSelection(request, principal);
    const serialize = this.parseData(request, principal);
    await this.admission.run(toReader(principal, request), async (slot) => {
      const { cursor, first } = await this.findStart(request, principal);
      if (request.method === 'HEAD') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).end();
        return;
      }
      const isPermitted = this.createPermissionCheck(request, principal);
      const formatId = (cursor: EventCursor): string => this.ids.format(cursor);
      const { tail } = this;
      const stream = new EventStream(response, { tail, isSelected, serialize, isPermitted, formatId });
      slot.use(stream);
      this.open.markAsStream(response);
      await stream.run(cursor, first);
    });
  }

  /** @throws InvalidParameter for `after` */
  private async findStart(request: Request, principal: Principal): Promise<StreamStart> {
    const header = request.get('Last-Event-ID');
    const text = header ?? parseQuery(request).get('after') ?? undefined;
    try {
      return text === undefined ? await this.findEnd() : await this.resume(text);
    } catch (error) {
      const isForeign = error instanceof InvalidEventCursor && header !== undefined;
      if (!isForeign && !(error instanceof EventCursorExpired) && !(error instanceof EventCursorReset))
        throw error;
      const { oldest } = await this.log.bounds();
      const { cursor } = await this.findEnd();
      // The position of the oldest event is the number of all events before it, hidden ones included.
      const data = canSeeUnpublished(principal) ? { oldest } : {};
      return { cursor, first: `event: reset\ndata: ${JSON.stringify(data)}\n` };
    }
  }

  /** @throws InvalidEventCursor, EventCursorExpired, EventCursorReset */
  private async resume(id: string): Promise<StreamStart> {
    const { cursor, isSealed } = this.ids.parse(id);
    // The check of a deleted event cannot be compared, so positions could be guessed to learn how many events there were.
    if (!isSealed && cursor.position > 0 && cursor.position < (await this.log.bounds()).oldest)
      throw new EventCursorExpired();
    await resolveCursor(this.log, cursor);
    return { cursor, first: '' };
  }

  /** A reader without a cursor begins behind the newest event, whose id it gets. */
  private async findEnd(): Promise<StreamStart> {
    const { newest } = await this.log.bounds();
    const [event] = newest === 0 ? [] : await this.log.read(newest - 1, 1);
    return { cursor: event === undefined ? { ...BEGINNING, position: newest } : getCursor(event), first: '' };
  }

  /** @throws InvalidParameter */
  private parseSelection(request: Request, principal: Principal): EventStreamOptions['isSelected'] {
    const query = parseQuery(request);
    const types = query.get('types')?.split(',');
    const resourceTypes = query.get('resourceTypes')?.split(',');
    const unknownType = types?.find((type) => !isEntryEventType(type));
    if (unknownType !== undefined)
      throw new InvalidParameter('types', `There are no events of entries of the type '${unknownType}'.`);
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

  /**
   * What the reader gets of an event: which entry was changed, or with `data=document` the body that webhooks get.
   *
   * @throws InvalidParameter, and TokenRequired or ScopeMissing for documents, which have unpublished content and actors
   */
  private parseData(request: Request, principal: Principal): EventStreamOptions['serialize'] {
    const data = parseQuery(request).get('data');
    if (data === null) return (event) => JSON.stringify(this.toNotice(event));
    if (data !== 'document') throw new InvalidParameter('data', `data must be document, got '${data}'.`);
    if (principal.kind === 'anonymous') throw new TokenRequired();
    assertScope(principal, CONTENT_ADMINISTER);
    return (event) => this.serializeDocument(event);
  }

  private toNotice(event: EntryEventHead): object {
    const { type, id } = event.subject;
    const apiRoot = { baseUrl: this.config.baseUrl, prefix: this.config.jsonApiPrefix };
    return {
      type,
      id,
      operation: getOperation(event),
      version: event.subject.version,
      time: new Date(event.recordedAt / 1000).toISOString(),
      event: event.id,
      tags: formatChangeTags({ type, id }),
      self: buildEntryHref({ type, id }, apiRoot),
    };
  }

  /** The state of the entry is read again, since the tail does not keep it. */
  private async serializeDocument(event: EntryEventHead): Promise<string> {
    const { webhooks } = this.config;
    const logged = (await this.log.find(event.id)) ?? event;
    const context = createEventDocumentContext(this.config, this.models.current(), webhooks.maxPayloadBytes);
    return serializeEvent(logged, DOCUMENT, context).body;
  }
}

const DOCUMENT = { payload: 'full', format: 'json', visibility: 'content', disclosure: 'full' } as const;

/** Where a stream begins, and the message before all events. */
interface StreamStart {
  readonly cursor: EventCursor;
  readonly first: string;
}

function toReader(principal: Principal, request: Request): EventStreamReader {
  if (principal.kind === 'anonymous')
    return { key: toRateLimitPrefix(getClientIp(request)), isAnonymous: true };
  const { clientId } = principal;
  const key = principal.kind === 'user' ? `${clientId} ${principal.userId}` : `${clientId} client`;
  return { key, isAnonymous: false };
}
