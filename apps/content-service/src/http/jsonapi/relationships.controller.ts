import { Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { getTargetTypes, isMultiple, type ResourceType } from '@content-service/bundles';
import { EntryEditor, EntryReader, type LinkageOperation } from '@content-service/entries';
import {
  computeEntryETag,
  serializeRelatedDocument,
  serializeRelationshipDocument,
} from '@content-service/jsonapi';
import { ContentApi } from '../content-api/content-api.js';
import { AllowedMethodsGuard, RequireWriteAccess } from '../access/access-guards.js';
import { getDependencies } from '../../platform/edge-cache/cache-tags.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { sendCacheable, sendEmpty, sendWritten } from '../protocol/send.js';
import { ContentReads } from './content-reads.js';
import { type EntryRead, HttpContext, RelatedReadPipe, RelationshipReadPipe } from './read-request.pipes.js';
import { type LinkageWrite, LinkageWritePipe } from './write-request.pipes.js';

/** Related entries and linkage of an entry (specification, «Endpoints» 9 and 10). */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class RelationshipsController {
  constructor(
    private readonly reader: EntryReader,
    private readonly reads: ContentReads,
    private readonly editor: EntryEditor,
  ) {}

  @Get(ROUTES.relationship)
  async getLinkage(
    @HttpContext(RelationshipReadPipe) { context, id, field }: EntryRead,
    @Res() response: Response,
  ): Promise<void> {
    const result = await this.reads.run(context, () =>
      this.reader.getLinkage(context.type, id, field, context),
    );
    const etag = computeEntryETag(result.host, result, context);
    sendCacheable(response, context, {
      etag,
      serialize: () => serializeRelationshipDocument(result, field, context),
      getDependencies: () => getDependencies(result),
      isCopy: result.copy !== undefined,
    });
  }

  @Get(ROUTES.related)
  async getRelated(
    @HttpContext(RelatedReadPipe) { context, id, field }: EntryRead,
    @Res() response: Response,
  ): Promise<void> {
    const result = await this.reads.run(context, () =>
      this.reader.getRelated(context.type, id, field, context),
    );
    const etag = computeEntryETag(result.host, result, context);
    sendCacheable(response, context, {
      etag,
      serialize: () => serializeRelatedDocument(result, field, context),
      getDependencies: () => getDependencies(result, findListedTypes(context.type, field)),
      isCopy: result.copy !== undefined,
    });
  }

  /** Responds with the whole linkage, since the request contains only the added members. */
  @Post(ROUTES.relationship)
  @RequireWriteAccess()
  async add(@HttpContext(LinkageWritePipe) write: LinkageWrite, @Res() response: Response): Promise<void> {
    await this.change('add', write);
    const { context, id, field } = write;
    const result = await this.reader.getLinkage(context.type, id, field, context);
    const etag = computeEntryETag(result.host, result, context);
    sendWritten(response, 200, etag, serializeRelationshipDocument(result, field, context));
  }

  @Patch(ROUTES.relationship)
  @RequireWriteAccess()
  async replace(
    @HttpContext(LinkageWritePipe) write: LinkageWrite,
    @Res() response: Response,
  ): Promise<void> {
    await this.change('replace', write);
    sendEmpty(response);
  }

  @Delete(ROUTES.relationship)
  @RequireWriteAccess()
  async remove(@HttpContext(LinkageWritePipe) write: LinkageWrite, @Res() response: Response): Promise<void> {
    await this.change('remove', write);
    sendEmpty(response);
  }

  private async change(operation: LinkageOperation, write: LinkageWrite): Promise<void> {
    const { context, id, field, data, writeContext, options } = write;
    await this.editor.changeLinkage(operation, context.type.name, id, field, data, writeContext, options);
  }
}

/** The resource types of a to-many relationship; none of a to-one relationship. */
function findListedTypes(type: ResourceType, name: string): readonly string[] {
  const field = type.relationships.find((relationship) => relationship.name === name);
  return field !== undefined && isMultiple(field) ? getTargetTypes(field, type.name) : [];
}
