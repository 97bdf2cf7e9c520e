import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type AuditAction, type AuditActor, type AuditEvent, AuditLog } from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import { type Entry, EntryStore, getEntryLabel } from '@content-service/entries';
import { formatDateTime, isUuid } from '@content-service/kernel';
import { getPrincipal } from '../../access/access-guards.js';
import { sendJson } from '../../protocol/send.js';
import { ActorNames } from '../../../platform/audit/audit-event.serializer.js';
import { ContentManagementApi } from '../protocol/management-guards.js';

/** Actions after which an entry counts as worked on. */
const EDITS: readonly AuditAction[] = [
  'entry.created',
  'entry.changed',
  'entry.published',
  'entry.unpublished',
];

/** Actions after which an entry may be published: a new entry can be published at once. */
const PUBLICATIONS: readonly AuditAction[] = ['entry.created', 'entry.published'];

/** The newest events of each action that are considered, so that a request reads a bounded part of the log. */
const EVENTS_OF_AN_ACTION = 50;

/** Entries in each list of the response. */
const LIST_LENGTH = 10;

/** A stored entry with the newest event about it. */
interface Activity {
  readonly event: AuditEvent;
  readonly entry: Entry;
}

/** The entries that the caller worked on last, and those that others published last, as the audit log has them. */
@Controller('manage/content-activity')
@ContentManagementApi()
export class ContentActivityController {
  constructor(
    private readonly log: AuditLog,
    private readonly entries: EntryStore,
    private readonly models: ContentModelService,
    private readonly names: ActorNames,
  ) {}

  @Get()
  async get(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { userId, clientId }: AuditActor = getPrincipal(request);
    const actor = userId ?? clientId;
    const [own, publications] = await Promise.all([
      this.readNewestByEntry(EDITS, actor),
      this.readNewestByEntry(PUBLICATIONS),
    ]);
    const others = publications.filter((event) => (event.actor.userId ?? event.actor.clientId) !== actor);
    const entries = await this.entries.getMany([...own, ...others].map(getEntryId));
    const toActivity = (events: readonly AuditEvent[]): readonly Activity[] =>
      events.flatMap((event) => {
        const entry = entries.get(getEntryId(event));
        return entry === undefined ? [] : [{ event, entry }];
      });
    sendJson(response, {
      own: await this.serialize(toActivity(own)),
      published: await this.serialize(toActivity(others).filter(({ entry }) => entry.published)),
    });
  }

  /** The newest event of each entry, newest first. */
  private async readNewestByEntry(actions: readonly AuditAction[], actor?: string): Promise<AuditEvent[]> {
    const window = { limit: EVENTS_OF_AN_ACTION };
    const pages = await Promise.all(
      actions.map((action) => this.log.page({ action, ...(actor === undefined ? {} : { actor }) }, window)),
    );
    const events = pages.flatMap((page) => page.events).sort(compareNewestFirst);
    const newest = new Map<string, AuditEvent>();
    for (const event of events) {
      const id = getEntryId(event);
      if (isUuid(id) && !newest.has(id)) newest.set(id, event);
    }
    return [...newest.values()];
  }

  private async serialize(activities: readonly Activity[]): Promise<readonly object[]> {
    const shown = activities.slice(0, LIST_LENGTH);
    const findName = await this.names.findNames(shown.map(({ event }) => event.actor));
    return shown.map(({ event, entry }) => ({
      type: entry.type,
      id: entry.id,
      label: getEntryLabel(entry, this.models.current()),
      published: entry.published,
      action: event.action,
      at: formatDateTime(event.occurredAt),
      by: findName(event.actor) ?? null,
    }));
  }
}

function getEntryId({ subject }: AuditEvent): string {
  return subject?.id ?? '';
}

/** The order of the audit log: by time, then by id, both descending. */
function compareNewestFirst(one: AuditEvent, other: AuditEvent): number {
  return other.occurredAt - one.occurredAt || (other.id < one.id ? -1 : 1);
}
