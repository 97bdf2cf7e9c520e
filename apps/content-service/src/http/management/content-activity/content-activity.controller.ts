import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type AuditAction,
  type AuditActor,
  type AuditEvent,
  type AuditFilter,
  AuditLog,
} from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import { type ChangeCause, type Entry, EntryStore, getEntryLabel } from '@content-service/entries';
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

/** The events of an action that are read at first, and those that are read after jobs have filled the log. */
const EVENTS_OF_AN_ACTION = 50;
const FURTHER_EVENTS = 450;

/** The newest events of an action that are considered, so that a request reads a bounded part of the log. */
const EVENTS_MAXIMUM = 500;

const BULK_ACTION: ChangeCause = 'bulk_action';

/** Entries in each list of the response. */
const LIST_LENGTH = 10;

/** A stored entry with the newest event about it. */
interface Activity {
  readonly event: AuditEvent;
  readonly entry: Entry;
}

/**
 * The entries that the caller worked on last, and those that others published last, as the audit log has them. What bulk actions did is
 * left out: nobody worked on these entries.
 */
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
    const pages = await Promise.all(actions.map((action) => this.readNewest({ action, actor })));
    const events = pages.flat().sort(compareNewestFirst);
    const newest = new Map<string, AuditEvent>();
    for (const event of events) {
      const id = getEntryId(event);
      if (isUuid(id) && !newest.has(id)) newest.set(id, event);
    }
    return [...newest.values()];
  }

  /** The newest events of an action by requests; more are read until there are enough for a list. */
  private async readNewest(filter: AuditFilter): Promise<readonly AuditEvent[]> {
    const found: AuditEvent[] = [];
    let before: AuditEvent | undefined;
    for (let read = 0; read < EVENTS_MAXIMUM;) {
      const limit = read === 0 ? EVENTS_OF_AN_ACTION : FURTHER_EVENTS;
      const { events, more } = await this.log.page(filter, { before, limit });
      found.push(...events.filter(({ details }) => details['cause'] !== BULK_ACTION));
      if (!more || found.length >= LIST_LENGTH) break;
      read += events.length;
      before = events.at(-1);
    }
    return found;
  }

  private async serialize(activities: readonly Activity[]): Promise<readonly object[]> {
    const shown = activities.slice(0, LIST_LENGTH);
    const findName = await this.names.findDisplayNames(shown.map(({ event }) => event.actor));
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
