import type { AuditLines } from '@content-service/audit';
import { type ResourceType, SCHEDULE_ATTRIBUTES } from '@content-service/bundles';
import { DomainError, formatDateTime, type Json, parseDateTime, type Uuid } from '@content-service/kernel';

/** What is done with an entry at a time, in alphabetical order. */
export const SCHEDULE_ACTIONS = ['publish', 'unpublish'] as const;

export type ScheduleAction = (typeof SCHEDULE_ACTIONS)[number];

/** A future publication or unpublication. An entry has at most one of each action; it is deleted with its entry. */
export interface EntrySchedule {
  readonly entryId: Uuid;
  readonly action: ScheduleAction;
  /** UNIX seconds. */
  readonly dueAt: number;
}

/** New times (UNIX seconds) of an entry; `null` cancels, omitted actions stay. */
export type ScheduleChange = Readonly<Partial<Record<ScheduleAction, number | null>>>;

export interface ScheduleFilter {
  /** Only those of these entries. */
  readonly entryIds?: readonly Uuid[] | undefined;
  /** UNIX seconds: only those that are due then. */
  readonly dueBy?: number | undefined;
}

/** Ordered by time, entry and action. */
export interface SchedulePage {
  readonly schedules: readonly EntrySchedule[];
  readonly more: boolean;
}

/**
 * The port for the schedules of entries. `EntryStore.apply` stores them with the changes of their entries, deletes them
 * with the entries, and removes those that a change completes. Every method is atomic.
 */
export abstract class EntryScheduleStore {
  /** @param window `after`: the last one of the page before */
  abstract page(
    filter: ScheduleFilter,
    window: { readonly after?: EntrySchedule | undefined; readonly limit: number },
  ): Promise<SchedulePage>;

  /**
   * Deletes schedules without a change of their entries; those whose time was changed stay.
   *
   * @param auditLines are stored with the deletion of at least one
   * @returns how many
   */
  abstract discard(schedules: readonly EntrySchedule[], auditLines?: AuditLines): Promise<number>;
}

/** The schedule was completed, changed or cancelled meanwhile. */
export class ScheduleOutdated extends DomainError {
  constructor({ entryId, action }: EntrySchedule) {
    super('schedule_outdated', `The schedule to ${action} ${entryId} is not the stored one any more.`);
  }
}

export class EntryScheduleNotFound extends DomainError {
  constructor(entryId: string, action: string) {
    super('entry_schedule_unknown', `There is no schedule to ${action} the entry '${entryId}'.`);
  }
}

/** The action that an attribute schedules; `undefined` for other attributes and types without schedules. */
export function findScheduleAction(name: string, { entityType }: ResourceType): ScheduleAction | undefined {
  if (!entityType.schedulable) return undefined;
  return SCHEDULE_ACTIONS.find((action) => SCHEDULE_ATTRIBUTES[action] === name);
}

/** The attributes that make these schedules of an entry, such as `{publish_on: '2099-12-31T12:00:00+00:00'}`. */
export function toScheduleAttributes(schedules: readonly EntrySchedule[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    schedules.map(({ action, dueAt }) => [SCHEDULE_ATTRIBUTES[action], formatDateTime(dueAt)]),
  );
}

/** UNIX seconds; `null` cancels. @returns `undefined` for other values */
export function parseScheduledTime(value: Json): number | null | undefined {
  return typeof value === 'string' ? parseDateTime(value) : value === null ? null : undefined;
}

/** By time, entry and action. */
export function compareSchedules(a: EntrySchedule, b: EntrySchedule): number {
  return a.dueAt - b.dueAt || compareTexts(a.entryId, b.entryId) || compareTexts(a.action, b.action);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
