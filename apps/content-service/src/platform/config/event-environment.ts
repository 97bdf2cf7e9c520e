import { IsNumberFrom, IsOneOf, Variable } from './variable.js';

/** Configuration of the event log and its stream. */
export interface EventOptions {
  /** Whether changes of entries are recorded. */
  readonly enabled: boolean;
  /** Events keep no attributes and relationships of more bytes. */
  readonly snapshotMaxBytes: number;
  readonly retentionDays: number;
  /** How often events of other processes are looked for; default `EVENTS_POLL_MS`. */
  readonly pollMs?: number;
  /** Readers of `GET /api/events` at the same time in this process; default `STREAMS_OF_PROCESS`. */
  readonly streamMax?: number;
}

/** The environment variables of the event log; a part of `Environment`. */
export class EventEnvironment {
  @Variable({
    group: 'Events and message brokers',
    meaning:
      'Whether changes of entries are recorded in the [event log](events.md), which cached totals need as well. Must be the same for all processes and commands of a site.',
  })
  @IsOneOf(['on', 'off'])
  readonly EVENTS: string = 'on';

  @Variable({
    group: 'Events and message brokers',
    meaning: 'Size of an entry above which its events keep no attributes and relationships.',
  })
  @IsNumberFrom(0, 99_999_999, { unit: 'bytes' })
  readonly EVENTS_SNAPSHOT_MAX_BYTES: string = '262144';

  @Variable({
    group: 'Events and message brokers',
    meaning: 'Time after which events are deleted; at least as long as webhooks are retried.',
  })
  @IsNumberFrom(1, 9999, { unit: 'days' })
  readonly EVENT_RETENTION_DAYS: string = '14';
}

export function parseEventOptions(environment: EventEnvironment): EventOptions {
  return {
    enabled: environment.EVENTS === 'on',
    snapshotMaxBytes: Number(environment.EVENTS_SNAPSHOT_MAX_BYTES),
    retentionDays: Number(environment.EVENT_RETENTION_DAYS),
  };
}
