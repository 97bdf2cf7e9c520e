import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { AuditTrail } from '@content-service/audit';
import { ContentModelService, type ResourceType } from '@content-service/bundles';
import {
  assertAcceptable,
  assertContentType,
  ATOMIC_OPERATIONS,
  type DocumentContext,
  getPrimaryData,
  InvalidBody,
  parseChangedEntry,
  parseEntryQuery,
  parseJson,
  parseNewEntry,
  parseOperations,
  parseOperationsQuery,
  serializeEntryDocument,
} from '@content-service/jsonapi';
import { IdGenerator, type Json, type Uuid } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import type { Principal } from '@content-service/scopes';
import {
  type Entry,
  EntryAudit,
  type EntryDraft,
  EntryEditor,
  type EntryOperation,
  EntryReader,
  PendingUnlinks,
  type VersionPrecondition,
  type WriteContext,
} from '@content-service/entries';
import { getActorContext, getPrincipal } from '../access/access-guards.js';
import { Config } from '../../platform/config/config.js';
import { addPrecondition, parsePrecondition } from '../protocol/preconditions.js';
import { createBodyReader, hasBody } from '../protocol/request-body.js';
import { setMediaTypeParameter } from '../protocol/send.js';
import { type IdempotencyKey, parseIdempotencyKey } from './idempotent-creation.js';
import {
  type HttpExchange,
  parseId,
  type RequestContext,
  RequestContextFactory,
  resolveRelationship,
  resolveType,
  toRequestContext,
} from './read-request.pipes.js';
import { getRequestId } from '../telemetry/request-log.js';
import { getTraceparent } from '../../platform/tracing/trace-id.js';

/** Parts of every write of one resource type. */
interface WriteRequest {
  /** Context of the response document. */
  readonly context: RequestContext;
  readonly writeContext: WriteContext;
}

/** Parses the common parts of writes. Path, headers, query, id and body are checked in this order. */
@Injectable()
export class WriteRequestParser {
  readonly readBody: ReturnType<typeof createBodyReader>;

  constructor(
    config: Config,
    readonly contexts: RequestContextFactory,
    private readonly models: ContentModelService,
    private readonly clients: ClientRegistry,
    private readonly reader: EntryReader,
    private readonly editor: EntryEditor,
    private readonly trail: AuditTrail,
    private readonly unlinks: PendingUnlinks,
  ) {
    this.readBody = createBodyReader(config.bodyLimitBytes);
  }

  /**
   * Parses everything but id and body.
   *
   * @throws BundleNotFound, RelationshipNotFound, UnsupportedMediaType, NotAcceptable and the errors of the query
   */
  async parseHead({ request }: HttpExchange, body: 'document' | 'ignored'): Promise<WriteRequest> {
    const site = this.contexts.create(request);
    const { model, settings } = site;
    const type = resolveType(request.params, model);
    if ('field' in request.params) resolveRelationship(request.params, type);
    if (body === 'document') assertContentType(request.headers['content-type']);
    assertAcceptable(request.headers.accept);
    const query = parseEntryQuery(site.query, { model, types: [type], limits: settings });
    const context = toRequestContext(site, type, query);
    // Serializes the response before the commit: a write whose response fails, such as by its size, must not be stored.
    const preview = async (entry: Entry): Promise<void> => {
      const result = await this.reader.represent(entry, context);
      if (result.included !== undefined) serializeEntryDocument(result, context);
    };
    return { context, writeContext: { ...(await this.createWriteContext(request)), preview } };
  }

  /**
   * Parses a write to an existing entry. A missing entry (404) has precedence over errors of the body; it is looked up only
   * after such an error, since the write itself detects it otherwise.
   *
   * @throws the errors of `parseHead`, EntryNotFound, else the errors of reading the body and of `parseBody`
   */
  async parseChange<T>(
    exchange: HttpExchange,
    parseBody: (body: Json, type: ResourceType, id: Uuid) => T,
  ): Promise<EntryDeletion & { readonly content: T }> {
    const { request, response } = exchange;
    // Clients that leave out the body of a DELETE send no Content-Type, or any.
    const isEmpty = request.method === 'DELETE' && !hasBody(request);
    const head = await this.parseHead(exchange, isEmpty ? 'ignored' : 'document');
    const { type } = head.context;
    const id = parseId(request.params, type);
    try {
      if (isEmpty) throw new InvalidBody(`The body must name the members to remove by 'data'.`, '/data');
      const content = parseBody(parseJson(await this.readBody(request, response)), type, id);
      return { ...head, id, content, options: parsePrecondition(exchange.request.headers) };
    } catch (error) {
      await this.editor.get(type.name, id);
      throw error;
    }
  }

  async createWriteContext(request: Request): Promise<WriteContext> {
    const principal = getPrincipal(request);
    const author = await this.findAuthor(principal);
    const actorContext = getActorContext(request);
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      audit: new EntryAudit(this.trail, actorContext),
      origin: {
        cause: 'request',
        actor: actorContext.actor,
        requestId: getRequestId(request),
        traceparent: getTraceparent(request),
      },
      unlinkLater: (deleted) => this.unlinks.queue(deleted, actorContext),
      ...(author === undefined ? {} : { author }),
    };
  }

  /** The author of a new entry: the user of the token, or the user assigned to the client. */
  private async findAuthor(principal: Principal): Promise<Uuid | undefined> {
    if (principal.kind === 'user') return principal.userId;
    if (principal.kind === 'client') return (await this.clients.find(principal.clientId))?.user;
    return undefined;
  }
}

/** POST of a collection. */
export interface EntryCreation extends WriteRequest {
  readonly draft: EntryDraft;
  readonly idempotencyKey: IdempotencyKey | undefined;
}

@Injectable()
export class EntryCreationPipe implements PipeTransform<HttpExchange> {
  constructor(
    private readonly parser: WriteRequestParser,
    private readonly ids: IdGenerator,
  ) {}

  async transform(exchange: HttpExchange): Promise<EntryCreation> {
    const head = await this.parser.parseHead(exchange, 'document');
    const { type, principal } = head.context;
    const body = await this.parser.readBody(exchange.request, exchange.response);
    const draft = parseNewEntry(parseJson(body), type.name, () => this.ids.next());
    const key = exchange.request.get('Idempotency-Key');
    return { ...head, draft, idempotencyKey: parseIdempotencyKey(key, principal, type.name, body) };
  }
}

/** DELETE of an entry, and the common part of writes to an existing entry. */
export interface EntryDeletion extends WriteRequest {
  readonly id: Uuid;
  readonly options: VersionPrecondition;
}

@Injectable()
export class EntryDeletionPipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: WriteRequestParser) {}

  async transform(exchange: HttpExchange): Promise<EntryDeletion> {
    const head = await this.parser.parseHead(exchange, 'ignored');
    const id = parseId(exchange.request.params, head.context.type);
    return { ...head, id, options: parsePrecondition(exchange.request.headers) };
  }
}

/** PATCH of an entry. */
export interface EntryUpdate extends EntryDeletion {
  readonly draft: EntryDraft;
}

@Injectable()
export class EntryUpdatePipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: WriteRequestParser) {}

  async transform(exchange: HttpExchange): Promise<EntryUpdate> {
    const { content, ...change } = await this.parser.parseChange(exchange, (body, type, id) =>
      parseChangedEntry(body, type.name, id),
    );
    return { ...change, draft: content };
  }
}

/** POST, PATCH or DELETE of a relationship. */
export interface LinkageWrite extends EntryDeletion {
  readonly field: string;
  readonly data: Json;
}

@Injectable()
export class LinkageWritePipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: WriteRequestParser) {}

  async transform(exchange: HttpExchange): Promise<LinkageWrite> {
    const { content, ...change } = await this.parser.parseChange(exchange, getPrimaryData);
    return { ...change, field: exchange.request.params.field, data: content };
  }
}

/** Atomic operations. */
export interface OperationsWrite {
  readonly operations: readonly EntryOperation[];
  readonly context: DocumentContext;
  readonly writeContext: WriteContext;
}

@Injectable()
export class OperationsPipe implements PipeTransform<HttpExchange> {
  constructor(
    private readonly parser: WriteRequestParser,
    private readonly ids: IdGenerator,
  ) {}

  async transform({ request, response }: HttpExchange): Promise<OperationsWrite> {
    const { apiRoot, model, settings, query } = this.parser.contexts.create(request);
    assertContentType(request.headers['content-type'], ATOMIC_OPERATIONS);
    assertAcceptable(request.headers.accept, ATOMIC_OPERATIONS);
    setMediaTypeParameter(response, 'ext', ATOMIC_OPERATIONS);
    const { fields } = parseOperationsQuery(query);
    const body = parseJson(await this.parser.readBody(request, response));
    const limits = { maximum: settings.atomicOperationsMaximum, newId: () => this.ids.next(), apiRoot };
    const operations = addPrecondition(parseOperations(body, limits), request.headers);
    const writeContext = await this.parser.createWriteContext(request);
    return { operations, writeContext, context: { apiRoot, model, fields, query } };
  }
}
