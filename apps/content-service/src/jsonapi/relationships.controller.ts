import { Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntryEditor, EntryReader, type LinkageAct } from '@content-service/entries';
import { entryTag, relatedDocument, relationshipDocument } from '@content-service/jsonapi';
import { GuardsContent } from '../access/access.module.js';
import { WritesContent } from '../access/site-setting.guard.js';
import { answerRead, answerWrite } from './answer.js';
import { MethodGuard } from './method.guard.js';
import { type EntryRequest, RelatedRequestPipe, RelationshipRequestPipe } from './read-request.pipe.js';
import { Exchange } from './request.decorators.js';
import { ROUTES } from './routes.js';
import { sendNothing } from './send.js';
import { LinkagePipe, type LinkageRequest } from './write-request.pipe.js';

/** What lies below an entry: the entries a relationship points at, and the linkage itself (specification, «Endpoints» 9 and 10). */
@Controller()
@GuardsContent(MethodGuard)
export class RelationshipsController {
  constructor(
    private readonly reader: EntryReader,
    private readonly editor: EntryEditor,
  ) {}

  @Get(ROUTES.relationship)
  async linkage(
    @Exchange(RelationshipRequestPipe) { read, id, field }: EntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    const reading = await this.reader.linkage(read.type, id, field, read.reading);
    const tag = entryTag(reading.host, reading, read.circumstances);
    answerRead(response, read, tag, () => relationshipDocument(reading, field, read.document));
  }

  @Get(ROUTES.related)
  async related(
    @Exchange(RelatedRequestPipe) { read, id, field }: EntryRequest,
    @Res() response: Response,
  ): Promise<void> {
    const reading = await this.reader.related(read.type, id, field, read.reading);
    const tag = entryTag(reading.host, reading, read.circumstances);
    answerRead(response, read, tag, () => relatedDocument(reading, field, read.document));
  }

  /** The answer shows the whole linkage: what was there already cannot be guessed from the request. */
  @Post(ROUTES.relationship)
  @WritesContent()
  async add(@Exchange(LinkagePipe) write: LinkageRequest, @Res() response: Response): Promise<void> {
    await this.change('add', write);
    const { read, id, field } = write;
    const reading = await this.reader.linkage(read.type, id, field, read.reading);
    const tag = entryTag(reading.host, reading, read.circumstances);
    answerWrite(response, 200, tag, relationshipDocument(reading, field, read.document));
  }

  @Patch(ROUTES.relationship)
  @WritesContent()
  async replace(@Exchange(LinkagePipe) write: LinkageRequest, @Res() response: Response): Promise<void> {
    await this.change('replace', write);
    sendNothing(response, 204);
  }

  @Delete(ROUTES.relationship)
  @WritesContent()
  async remove(@Exchange(LinkagePipe) write: LinkageRequest, @Res() response: Response): Promise<void> {
    await this.change('remove', write);
    sendNothing(response, 204);
  }

  private async change(act: LinkageAct, write: LinkageRequest): Promise<void> {
    const { read, id, field, data, context, options } = write;
    await this.editor.changeLinkage(act, read.type.name, id, field, data, context, options);
  }
}
