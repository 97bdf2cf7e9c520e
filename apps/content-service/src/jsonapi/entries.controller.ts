import { Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntryEditor, EntryReader } from '@content-service/entries';
import {
  collectionDocument,
  collectionTag,
  cursorDocument,
  cursorTag,
  entityDocument,
  entryHref,
  entryTag,
} from '@content-service/jsonapi';
import { GuardsContent } from '../access/access.module.js';
import { WritesContent } from '../access/site-setting.guard.js';
import { answerRead, answerWrite } from './answer.js';
import { IdempotentCreation } from './idempotent-creation.js';
import { MethodGuard } from './method.guard.js';
import {
  type CollectionRead,
  CollectionRequestPipe,
  type EntryRequest,
  EntryRequestPipe,
} from './read-request.pipe.js';
import { Exchange } from './request.decorators.js';
import { ROUTES } from './routes.js';
import { sendNothing } from './send.js';
import {
  ChangedEntryPipe,
  type ChangedEntryRequest,
  DeletedEntryPipe,
  NewEntryPipe,
  type NewEntryRequest,
  type PresentEntryRequest,
} from './write-request.pipe.js';

/** Collections and entries of every resource type (specification, «Endpoints» 4 to 8). Express answers HEAD by GET. */
@Controller()
@GuardsContent(MethodGuard)
export class EntriesController {
  constructor(
    private readonly reader: EntryReader,
    private readonly editor: EntryEditor,
    private readonly creation: IdempotentCreation,
  ) {}

  @Get(ROUTES.collection)
  async collection(
    @Exchange(CollectionRequestPipe) { by, read }: CollectionRead,
    @Res() response: Response,
  ): Promise<void> {
    if (by === 'cursor') {
      const page = await this.reader.seek(read.query.request, read.reading);
      const tag = cursorTag(page, read.query, read.circumstances);
      answerRead(response, read, tag, () => cursorDocument(page, read.query, read.document));
    } else {
      const page = await this.reader.collection(read.query.request, read.reading);
      const tag = collectionTag(page, read.circumstances);
      answerRead(response, read, tag, () => collectionDocument(page, read.query.request, read.document));
    }
  }

  @Get(ROUTES.entry)
  async one(
    @Exchange(EntryRequestPipe) { read, id }: EntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    const reading = await this.reader.one(read.type, id, read.reading);
    const tag = entryTag(reading.entry, reading, read.circumstances);
    answerRead(response, read, tag, () => entityDocument(reading, read.document));
  }

  @Post(ROUTES.collection)
  @WritesContent()
  async create(
    @Exchange(NewEntryPipe) { read, draft, context, mark }: NewEntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    const entry = await this.creation.once(mark, (record) =>
      this.editor.create(read.type.name, draft, context, record),
    );
    const reading = await this.reader.written(entry, read.reading);
    response.setHeader('Location', entryHref(entry, read.document.site));
    const tag = entryTag(entry, reading, read.circumstances);
    answerWrite(response, 201, tag, entityDocument(reading, read.document));
  }

  @Patch(ROUTES.entry)
  @WritesContent()
  async update(
    @Exchange(ChangedEntryPipe) { read, id, draft, context, options }: ChangedEntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    const entry = await this.editor.update(read.type.name, id, draft, context, options);
    const reading = await this.reader.written(entry, read.reading);
    const tag = entryTag(entry, reading, read.circumstances);
    answerWrite(response, 200, tag, entityDocument(reading, read.document));
  }

  @Delete(ROUTES.entry)
  @WritesContent()
  async delete(
    @Exchange(DeletedEntryPipe) { read, id, context, options }: PresentEntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.editor.delete(read.type.name, id, context, options);
    sendNothing(response, 204);
  }
}
