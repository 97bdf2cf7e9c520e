import { Injectable, type PipeTransform } from '@nestjs/common';
import type { ContentModel, ResourceType } from '@content-service/bundles';
import {
  assertAcceptable,
  assertContentType,
  ATOMIC_OPERATIONS,
  type DocumentContext,
  getPrimaryData,
  InvalidBody,
  parseUpdateDraft,
  parseChangeQuery,
  parseWriteQuery,
  parseJson,
  parseCreationDraft,
  parseOperations,
  parseOperationsQuery,
  parseRevisionOptions,
  serializeEntryDocument,
} from '@content-service/jsonapi';
import { IdGenerator, type Json, prefixErrorSource, type Uuid } from '@content-service/kernel';
import { assertScope, type Principal } from '@content-service/scopes';
import {
  type Entry,
  type EntryDraft,
  EntryEditor,
  type EntryOperation,
  EntryReader,
  type WriteContext,
  type WriteOptions,
} from '@content-service/entries';
import { Config } from '../../platform/config/config.js';
import { WriteContextFactory } from './write-context.factory.js';
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
    readonly writeContexts: WriteContextFactory,
    private readonly reader: EntryReader,
    private readonly editor: EntryEditor,
  ) {
    this.readBody = createBodyReader(config.bodyLimitBytes);
  }

  /**
   * Parses everything but id and body.
   *
   * @param subject `'copy'` admits the working copy in `resourceVersion`
   * @throws BundleNotFound, ScopeMissing, RelationshipNotFound, UnsupportedMediaType, NotAcceptable and the errors of the query
   */
  async parseHead(
    { request }: HttpExchange,
    body: 'document' | 'ignored',
    subject: 'entry' | 'copy' = 'entry',
  ): Promise<WriteRequest> {
    const site = this.contexts.create(request);
    const { model, settings } = site;
    const type = resolveType(request.params, model);
    assertWriteScope(type, site.principal);
    if ('field' in request.params) resolveRelationship(request.params, type);
    if (body === 'document') assertContentType(request.headers['content-type']);
    assertAcceptable(request.headers.accept);
    const queryContext = { model, types: [type], limits: settings };
    const query =
      subject === 'copy'
        ? parseChangeQuery(site.query, type, queryContext)
        : parseWriteQuery(site.query, queryContext);
    const context = toRequestContext(site, type, query);
    // Serializes the response before the commit: a write whose response fails, such as by its size, must not be stored.
    const beforeStore = async (entry: Entry): Promise<void> => {
      const result = await this.reader.represent(entry, context);
      if (result.included !== undefined) serializeEntryDocument(result, context);
    };
    return { context, writeContext: { ...(await this.writeContexts.create(request)), beforeStore } };
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
    subject: 'entry' | 'copy' = 'entry',
  ): Promise<ExistingEntryWrite & { readonly content: T }> {
    const { request, response } = exchange;
    // Clients that leave out the body of a DELETE send no Content-Type, or any.
    const isEmpty = request.method === 'DELETE' && !hasBody(request);
    const head = await this.parseHead(exchange, isEmpty ? 'ignored' : 'document', subject);
    const { type } = head.context;
    const id = parseId(request.params, type);
    try {
      if (isEmpty) throw new InvalidBody(`The body must name the members to remove by 'data'.`, '/data');
      const body = parseJson(await this.readBody(request, response));
      const content = parseBody(body, type, id);
      const options = { ...parsePrecondition(request.headers), revision: parseRevisionOptions(body) };
      return { ...head, id, content, options };
    } catch (error) {
      await this.editor.get(type.name, id);
      throw error;
    }
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
    const json = parseJson(body);
    const draft = parseCreationDraft(json, type.name, () => this.ids.next());
    // A creation replaces no state, but a mistake is named all the same.
    parseRevisionOptions(json);
    const key = exchange.request.get('Idempotency-Key');
    return { ...head, draft, idempotencyKey: parseIdempotencyKey(key, principal, type.name, body) };
  }
}

/** A write to an existing entry: a DELETE as it is, with further members a PATCH or a write of a relationship. */
export interface ExistingEntryWrite extends WriteRequest {
  readonly id: Uuid;
  readonly options: WriteOptions;
}

@Injectable()
export class EntryDeletionPipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: WriteRequestParser) {}

  async transform(exchange: HttpExchange): Promise<ExistingEntryWrite> {
    const head = await this.parser.parseHead(exchange, 'ignored', 'copy');
    const id = parseId(exchange.request.params, head.context.type);
    return { ...head, id, options: parsePrecondition(exchange.request.headers) };
  }
}

/** PATCH of an entry. */
export interface EntryUpdate extends ExistingEntryWrite {
  readonly draft: EntryDraft;
}

@Injectable()
export class EntryUpdatePipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: WriteRequestParser) {}

  async transform(exchange: HttpExchange): Promise<EntryUpdate> {
    const { content, ...change } = await this.parser.parseChange(
      exchange,
      (body, type, id) => parseUpdateDraft(body, type.name, id),
      'copy',
    );
    return { ...change, draft: content };
  }
}

/** POST, PATCH or DELETE of a relationship. */
export interface LinkageWrite extends ExistingEntryWrite {
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
    const { apiRoot, model, settings, principal, query } = this.parser.contexts.create(request);
    assertContentType(request.headers['content-type'], ATOMIC_OPERATIONS);
    assertAcceptable(request.headers.accept, ATOMIC_OPERATIONS);
    setMediaTypeParameter(response, 'ext', ATOMIC_OPERATIONS);
    const { fields } = parseOperationsQuery(query);
    const body = parseJson(await this.parser.readBody(request, response));
    const limits = { maximum: settings.atomicOperationsMaximum, newId: () => this.ids.next(), apiRoot };
    const operations = addPrecondition(parseOperations(body, limits), request.headers);
    for (const operation of operations) assertOperationPermitted(operation, model, principal);
    const writeContext = await this.parser.writeContexts.create(request);
    const { imageStyles } = settings;
    return { operations, writeContext, context: { apiRoot, model, fields, query, imageStyles } };
  }
}

/** @throws ScopeMissing when the principal lacks the scope that writes of these entries need besides `content:administer` */
function assertWriteScope({ entityType }: ResourceType, principal: Principal): void {
  if (entityType.writeScope !== undefined) assertScope(principal, entityType.writeScope);
}

/** @throws ScopeMissing with the pointer to the operation */
function assertOperationPermitted(
  { type: name, source }: EntryOperation,
  model: ContentModel,
  principal: Principal,
): void {
  const type = model.find(name);
  if (type === undefined) return;
  try {
    assertWriteScope(type, principal);
  } catch (error) {
    throw source === undefined ? error : prefixErrorSource(source.pointer, error, source.targetPointer);
  }
}
