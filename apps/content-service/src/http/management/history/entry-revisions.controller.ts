import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EntryRevisionStore } from '@content-service/entries';
import { InvalidParameter } from '@content-service/jsonapi';
import { isUuid } from '@content-service/kernel';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';
import { formatRevisionCursor, parseRevisionCursor } from './revision-cursor.js';
import { RevisionSerializer } from './revision.serializer.js';

/** The replaced states of an entry, with the changes that replaced them. The states themselves are read by `resourceVersion=id:<number>`. */
@Controller('manage/entry-revisions')
@ContentManagementApi()
export class EntryRevisionsController {
  constructor(
    private readonly revisions: EntryRevisionStore,
    private readonly serializer: RevisionSerializer,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const entryId = parseQuery(request).get('entry');
    if (entryId === null || !isUuid(entryId))
      throw new InvalidParameter('entry', 'entry must be the id of an entry, a UUID in lower case.');
    const { revisions, more } = await this.revisions.page(entryId, {
      before: parseRevisionCursor(cursor),
      limit,
    });
    sendJson(response, {
      items: await this.serializer.serializeAll(revisions),
      next: formatRevisionCursor(more ? revisions.at(-1)?.number : undefined),
    });
  }
}
