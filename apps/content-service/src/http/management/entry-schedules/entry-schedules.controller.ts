import { Controller, Delete, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import {
  type Entry,
  type EntrySchedule,
  EntryScheduler,
  EntryScheduleStore,
  EntryStore,
  getEntryLabel,
  SCHEDULE_ACTIONS,
  type ScheduleAction,
  EntryScheduleNotFound,
} from '@content-service/entries';
import { InvalidParameter } from '@content-service/jsonapi';
import { formatDateTime, isUuid, parseDateTime, toShownError } from '@content-service/kernel';
import { type ActorContext, CONTENT_ADMINISTER } from '@content-service/scopes';
import { RequireScope } from '../../access/access-guards.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { ContentModelManagementApi } from '../protocol/management-guards.js';
import { parseEntryIds } from '../protocol/entry-ids.js';
import { parsePagination } from '../protocol/pagination.js';
import { CurrentActor } from '../protocol/request.decorators.js';

/** Future publications of entries; they are made by the attributes `publish_on` and `unpublish_on`. */
@Controller('manage/entry-schedules')
@ContentModelManagementApi()
@RequireScope(CONTENT_ADMINISTER)
export class EntrySchedulesController {
  constructor(
    private readonly schedules: EntryScheduleStore,
    private readonly scheduler: EntryScheduler,
    private readonly entries: EntryStore,
    private readonly models: ContentModelService,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const query = parseQuery(request);
    const entryIds = parseEntryIds(query);
    const filter = {
      entryIds: entryIds.length === 0 ? undefined : entryIds,
      dueBy: parseTime('until', query),
    };
    const after = cursor === undefined ? toStart(parseTime('from', query)) : parseCursor(cursor);
    const { schedules, more } = await this.schedules.page(filter, { after, limit });
    const entries = await this.entries.getMany([...new Set(schedules.map((one) => one.entryId))]);
    const last = schedules.at(-1);
    const items: object[] = [];
    for (const schedule of schedules) {
      // An entry that was deleted since has no schedules.
      const entry = entries.get(schedule.entryId);
      if (entry !== undefined) items.push(await this.serialize(schedule, entry));
    }
    sendJson(response, {
      items,
      next: more && last !== undefined ? formatCursor(last) : null,
    });
  }

  @Delete(':entry/:action')
  async cancel(
    @Param('entry') entryId: string,
    @Param('action') action: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const schedule = isUuid(entryId) ? await this.find(entryId, action) : undefined;
    if (schedule === undefined) throw new EntryScheduleNotFound(entryId, action);
    const details = { action, dueAt: formatDateTime(schedule.dueAt) };
    const event = this.trail.createEvent('schedule.cancelled', actorContext, entryId, details);
    const discarded = await this.trail.commit(
      [event],
      (auditLines) => this.schedules.discard([schedule], auditLines),
      (count) => count > 0,
    );
    if (discarded === 0) throw new EntryScheduleNotFound(entryId, action);
    sendNoContent(response);
  }

  private async serialize(schedule: EntrySchedule, entry: Entry): Promise<object> {
    const { type, id } = entry;
    const label = getEntryLabel(entry, this.models.current());
    const { action, dueAt } = schedule;
    const faults = await this.scheduler.findFaults(schedule);
    const problems = faults.map(toShownError).map(({ code, detail, meta }) => ({
      ...{ code, detail },
      field: typeof meta?.['field'] === 'string' ? meta['field'] : null,
    }));
    return { entry: { type, id, label }, action, dueAt: formatDateTime(dueAt), problems };
  }

  private async find(entryId: string, action: string): Promise<EntrySchedule | undefined> {
    const limit = SCHEDULE_ACTIONS.length;
    const { schedules } = await this.schedules.page({ entryIds: [entryId] }, { limit });
    return schedules.find((schedule) => schedule.action === action);
  }
}

/** UNIX seconds. @throws InvalidParameter */
function parseTime(name: 'from' | 'until', query: URLSearchParams): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = parseDateTime(text);
  if (time === undefined)
    throw new InvalidParameter(
      name,
      `${name} must be a date-time such as 2024-01-31T12:00:00Z, got '${text}'.`,
    );
  return time;
}

/** A place in the order before all schedules from a time on: no entry has the nil UUID. */
function toStart(from: number | undefined): EntrySchedule | undefined {
  return from === undefined ? undefined : { dueAt: from, entryId: NIL_UUID, action: SCHEDULE_ACTIONS[0] };
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

function formatCursor({ dueAt, entryId, action }: EntrySchedule): string {
  return `${dueAt}.${entryId}.${action}`;
}

/** @throws InvalidParameter */
function parseCursor(text: string): EntrySchedule {
  const [dueAt = '', entryId = '', action = '', ...others] = text.split('.');
  if (!/^-?\d{1,12}$/.test(dueAt) || !isUuid(entryId) || !isAction(action) || others.length > 0)
    throw new InvalidParameter('cursor', 'cursor must be the member next of the previous page.');
  return { dueAt: Number(dueAt), entryId, action };
}

function isAction(text: string): text is ScheduleAction {
  return (SCHEDULE_ACTIONS as readonly string[]).includes(text);
}
