import { Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntryEditor, EntryReader, type OperationOutcome } from '@content-service/entries';
import {
  buildEntryHref,
  computeCollectionETag,
  computeCursorETag,
  computeEntryETag,
  serializeCollectionDocument,
  serializeCursorDocument,
  serializeEntryDocument,
} from '@content-service/jsonapi';
import { ContentApi } from '../content-api/content-api.js';
import { AllowedMethodsGuard, RequireWriteAccess } from '../access/access-guards.js';
import { getDependencies, getQueriedTypes } from '../../platform/edge-cache/cache-tags.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { sendCacheable, sendEmpty, sendWritten } from '../protocol/send.js';
import { ContentReads } from './content-reads.js';
import { IdempotentCreation } from './idempotent-creation.js';
import {
  type CollectionRead,
  CollectionReadPipe,
  type EntryRead,
  EntryReadPipe,
  HttpContext,
} from './read-request.pipes.js';
import {
  type EntryCreation,
  EntryCreationPipe,
  type ExistingEntryWrite,
  EntryDeletionPipe,
  type EntryUpdate,
  EntryUpdatePipe,
} from './write-request.pipes.js';

/** Collections and entries of every resource type (specification, «Endpoints» 4 to 8). Express serves HEAD by GET. */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class EntriesController {
  constructor(
    private readonly reader: EntryReader,
    private readonly reads: ContentReads,
    private readonly editor: EntryEditor,
    private readonly creation: IdempotentCreation,
  ) {}

  @Get(ROUTES.collection)
  async getCollection(
    @HttpContext(CollectionReadPipe) read: CollectionRead,
    @Res() response: Response,
  ): Promise<void> {
    const { context } = read;
    if (read.pagination === 'cursor') {
      const { request } = read.query;
      const page = await this.reads.run(context, () => this.reader.getPageByCursor(request, context));
      const etag = computeCursorETag(page, read.query, context);
      sendCacheable(response, context, {
        etag,
        serialize: () => serializeCursorDocument(page, read.query, context),
        getDependencies: () => getDependencies(page, getQueriedTypes(request)),
      });
    } else {
      const { request } = read.query;
      const page = await this.reads.run(context, () => this.reader.getPage(request, context));
      const etag = computeCollectionETag(page, context);
      sendCacheable(response, context, {
        etag,
        serialize: () => serializeCollectionDocument(page, request, context),
        getDependencies: () => getDependencies(page, getQueriedTypes(request)),
      });
    }
  }

  @Get(ROUTES.entry)
  async getOne(
    @HttpContext(EntryReadPipe) { context, id }: EntryRead,
    @Res() response: Response,
  ): Promise<void> {
    const result = await this.reads.run(context, () => this.reader.getOne(context.type, id, context));
    const etag = computeEntryETag(result.entry, result, context);
    sendCacheable(response, context, {
      etag,
      serialize: () => serializeEntryDocument(result, context),
      getDependencies: () => getDependencies(result),
      isCopy: result.copy !== undefined,
    });
  }

  @Post(ROUTES.collection)
  @RequireWriteAccess()
  async create(
    @HttpContext(EntryCreationPipe) { context, draft, writeContext, idempotencyKey }: EntryCreation,
    @Res() response: Response,
  ): Promise<void> {
    const entry = await this.creation.run(idempotencyKey, (request) =>
      this.editor.create(context.type.name, draft, writeContext, request),
    );
    const result = await this.reader.represent(entry, context);
    response.setHeader('Location', buildEntryHref(entry, context.apiRoot));
    const etag = computeEntryETag(entry, result, context);
    sendWritten(response, 201, etag, serializeEntryDocument(result, context));
  }

  @Patch(ROUTES.entry)
  @RequireWriteAccess()
  async update(
    @HttpContext(EntryUpdatePipe) { context, id, draft, writeContext, options }: EntryUpdate,
    @Res() response: Response,
  ): Promise<void> {
    const outcome: OperationOutcome =
      context.workingCopy === true
        ? await this.editor.saveCopy(context.type.name, id, draft, writeContext, options)
        : { entry: await this.editor.update(context.type.name, id, draft, writeContext, options) };
    const { entry, copy, dropped } = outcome;
    const result = { ...(await this.reader.represent(entry, context)), copy, dropped };
    const etag = computeEntryETag(entry, result, context);
    sendWritten(response, 200, etag, serializeEntryDocument(result, context));
  }

  @Delete(ROUTES.entry)
  @RequireWriteAccess()
  async delete(
    @HttpContext(EntryDeletionPipe) { context, id, writeContext, options }: ExistingEntryWrite,
    @Res() response: Response,
  ): Promise<void> {
    if (context.workingCopy === true)
      await this.editor.discardCopy(context.type.name, id, writeContext, options);
    else await this.editor.delete(context.type.name, id, writeContext, options);
    sendEmpty(response);
  }
}
