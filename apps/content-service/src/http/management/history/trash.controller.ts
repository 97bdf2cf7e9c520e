import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ContentModelService } from '@content-service/bundles';
import {
  DeletionNotFound,
  type Entry,
  EntryStore,
  getEntryLabel,
  type LostReference,
  Trash,
} from '@content-service/entries';
import { isUuid } from '@content-service/kernel';
import { SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { WriteContextFactory } from '../../jsonapi/write-context.factory.js';
import { sendJson } from '../../protocol/send.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';
import { Flag } from '../protocol/request.decorators.js';
import { formatRevisionCursor, parseRevisionCursor } from './revision-cursor.js';
import { RevisionSerializer } from './revision.serializer.js';

/** Deleted entries, which are kept for some days (site setting `trashDays`) and can be restored. */
@Controller('manage/trash')
@ContentManagementApi()
export class TrashController {
  constructor(
    private readonly trash: Trash,
    private readonly entries: EntryStore,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly writeContexts: WriteContextFactory,
    private readonly serializer: RevisionSerializer,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const { deletions, next } = await this.trash.page({ before: parseRevisionCursor(cursor), limit });
    const serialize = await this.serializer.prepare(deletions);
    const items = deletions.map((deletion) => ({
      entry: { type: deletion.type, id: deletion.entryId, label: deletion.change.label ?? null },
      ...serialize(deletion),
      published: deletion.published,
      references: deletion.lostReferences?.length ?? 0,
    }));
    sendJson(response, { items, next: formatRevisionCursor(next) });
  }

  /** Creates the entry again under its id, on request with the references to it. */
  @Post(':entry/restore')
  async restore(
    @Param('entry') id: string,
    @Flag('references') references: boolean,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (this.settings.current().allowedOperations !== 'read_write') throw new WritesNotAllowed();
    if (!isUuid(id)) throw new DeletionNotFound(id);
    const context = await this.writeContexts.create(request);
    const { entry, putBack, left } = await this.trash.restore(id, context, references);
    sendJson(response, {
      ...{ entry: this.identify(entry), published: entry.published },
      references: { putBack: await this.serialize(putBack), left },
    });
  }

  private async serialize(references: readonly LostReference[]): Promise<readonly object[]> {
    const entries = await this.entries.getMany([...new Set(references.map(({ entryId }) => entryId))]);
    return references.flatMap(({ entryId, field }) => {
      // An entry that was deleted since is not there any more.
      const entry = entries.get(entryId);
      return entry === undefined ? [] : [{ entry: this.identify(entry), field }];
    });
  }

  private identify(entry: Entry): object {
    const { type, id } = entry;
    return { type, id, label: getEntryLabel(entry, this.models.current()) };
  }
}
