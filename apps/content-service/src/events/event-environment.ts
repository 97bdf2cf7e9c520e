import { IsIn, Matches } from 'class-validator';

/** Configuration of the event log and its stream. */
export interface EventOptions {
  /** Whether changes of entries are recorded. */
  readonly enabled: boolean;
  /** Events keep no attributes and relationships of more bytes. */
  readonly snapshotMaxBytes: number;
  readonly retentionDays: number;
  /** How often events of other processes are looked for. */
  readonly pollMs: number;
  /** Readers of `GET /api/events` at the same time in this process. */
  readonly streamMax: number;
}

/** The environment variables of the event log; a part of `Environment`. */
export class EventEnvironment {
  @IsIn(['on', 'off'], { message: "EVENTS must be on or off, got '$value'." })
  readonly EVENTS: string = 'on';

  @Matches(/^\d{1,8}$/, {
    message: "EVENTS_SNAPSHOT_MAX_BYTES must be a number from 0 to 99999999, got '$value'.",
  })
  readonly EVENTS_SNAPSHOT_MAX_BYTES: string = '262144';

  @Matches(/^[1-9]\d{0,3}$/, {
    message: "EVENT_RETENTION_DAYS must be a number of days from 1 to 9999, got '$value'.",
  })
  readonly EVENT_RETENTION_DAYS: string = '14';

  @Matches(/^[1-9]\d{1,4}$/, {
    message: "EVENTS_POLL_MS must be a number of milliseconds from 10 to 99999, got '$value'.",
  })
  readonly EVENTS_POLL_MS: string = '500';

  @Matches(/^\d{1,5}$/, { message: "EVENTS_STREAM_MAX must be a number from 0 to 99999, got '$value'." })
  readonly EVENTS_STREAM_MAX: string = '200';
}

export function parseEventOptions(environment: EventEnvironment): EventOptions {
  return {
    enabled: environment.EVENTS === 'on',
    snapshotMaxBytes: Number(environment.EVENTS_SNAPSHOT_MAX_BYTES),
    retentionDays: Number(environment.EVENT_RETENTION_DAYS),
    pollMs: Number(environment.EVENTS_POLL_MS),
    streamMax: Number(environment.EVENTS_STREAM_MAX),
  };
}
