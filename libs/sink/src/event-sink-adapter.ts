import type { EventSink, EventSinkOptions } from './event-sink.js';

/** What the service gives the adapter of `EVENT_SINK_ADAPTER`: BROKER_URL, BROKER_PREFIX, BROKER_MANAGE and more. */
export interface EventSinkAdapterOptions extends EventSinkOptions {
  /** EVENT_RETENTION_DAYS: how long the log keeps events, for what the sink creates. */
  readonly retentionDays: number;
  /** Counts a message that the broker accepted although nothing takes it (`content_service_broker_returns_total`). */
  readonly onUnroutable: () => void;
  /** The environment variables of the service with those of its file `.env`, for settings of the adapter's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The export `createEventSink` of an adapter's module. The sink is not open yet: the service opens it. */
export type CreateEventSink = (options: EventSinkAdapterOptions) => EventSink | Promise<EventSink>;

const METHODS: readonly (keyof EventSink)[] = ['open', 'publish', 'close'];

/** The names of the methods that a value lacks to be an `EventSink`. */
export function findMissingMethods(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return METHODS;
  return METHODS.filter((name) => typeof Reflect.get(value, name) !== 'function');
}
