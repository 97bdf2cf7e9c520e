import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ContentModelService } from '@content-service/bundles';
import {
  type CopyPage,
  type Entry,
  type EntryCopy,
  EntryRevisionStore,
  EntryStore,
  getEntryLabel,
} from '@content-service/entries';
import { formatDateTime } from '@content-service/kernel';
import { ActorNames, serializeEditor } from '../../../platform/audit/audit-event.serializer.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { parseEntryIds } from '../protocol/entry-ids.js';
import { parsePagination } from '../protocol/pagination.js';
import { formatRevisionCursor, parseRevisionCursor } from './revision-cursor.js';

/** The working copies of entries. Each is read and written at its entry with `resourceVersion=rel:working-copy`. */
@Controller('manage/entry-copies')
@ContentManagementApi()
export class EntryCopiesController {
  constructor(
    private readonly revisions: EntryRevisionStore,
    private readonly entries: EntryStore,
    private readonly models: ContentModelService,
    private readonly names: ActorNames,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { copies, more } = await this.find(request);
    const entries = await this.entries.getMany(copies.map(({ entryId }) => entryId));
    const findName = await this.names.findDisplayNames(copies.flatMap(({ head }) => head.actor ?? []));
    const serialize = (copy: EntryCopy, entry: Entry): object => {
      const { type, id, published, attributes } = entry;
      const { version, savedAt, head, content } = copy;
      const shown = { type, attributes: { ...attributes, ...content.attributes } };
      return {
        entry: { type, id, label: getEntryLabel(shown, this.models.current()) },
        published,
        version,
        savedAt: formatDateTime(Math.floor(savedAt / 1_000_000)),
        by: serializeEditor(head.actor, findName),
        changed: Object.keys(head.base).sort(),
        note: head.note ?? null,
      };
    };
    sendJson(response, {
      items: copies.flatMap((copy) => {
        // A copy of an entry that was deleted since.
        const entry = entries.get(copy.entryId);
        return entry === undefined ? [] : [serialize(copy, entry)];
      }),
      next: formatRevisionCursor(more ? copies.at(-1)?.savedAt : undefined),
    });
  }

  /** @throws InvalidParameter */
  private async find(request: Request): Promise<CopyPage> {
    const { limit, cursor } = parsePagination(request);
    const query = parseQuery(request);
    const entryIds = parseEntryIds(query);
    if (entryIds.length === 0)
      return this.revisions.pageCopies(
        { type: query.get('type') ?? undefined },
        { before: parseRevisionCursor(cursor), limit },
      );
    return { copies: [...(await this.revisions.findCopies(entryIds)).values()], more: false };
  }
}
