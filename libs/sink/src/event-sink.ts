import type { Uuid } from '@content-service/kernel';

/** An event as a broker gets it. */
export interface EventMessage {
  /** The id of the event, by which brokers and receivers recognize repeated messages. */
  readonly id: Uuid;
  /** What the broker drops repeated messages by, where it does; default: the id. */
  readonly deduplicationId?: string;
  /** What receivers select by, such as `entry.node.article.updated`. */
  readonly topic: string;
  /** The media type of the body. */
  readonly contentType: string;
  readonly body: string;
  /** Further headers, such as `traceparent` (W3C Trace Context); default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where a sink publishes, and whether it may create that place. */
export interface EventSinkOptions {
  /** URL of the broker, with its credentials. */
  readonly url: string;
  /** The beginning of the names of streams, subjects and exchanges, such as `content`. */
  readonly prefix: string;
  /** Whether a missing stream or exchange is created. */
  readonly manage: boolean;
}

/**
 * The port to a message broker. Calls do not overlap. The event log is the buffer: a sink has no queue of its own and does
 * not connect again by itself.
 */
export abstract class EventSink {
  /**
   * Connects and looks for the stream or exchange. After an error nothing stays open; after an error and after `close` it
   * can be called again.
   *
   * @throws BrokerUnavailable
   * @throws BrokerDestinationMissing when there is no such stream or exchange and the sink may not create it
   */
  abstract open(): Promise<void>;

  /**
   * Publishes at least one event, in their order, and waits for the confirmations of the broker. An event that is not
   * confirmed may have been stored nevertheless: publishing it again stores it twice unless the broker compares ids.
   *
   * @returns the index of the last event up to which all are confirmed; less than that of the last event when one was not
   * @throws BrokerUnavailable, BrokerDestinationMissing when not even the first event was confirmed; then `close` and
   * `open` come next
   */
  abstract publish(messages: readonly EventMessage[]): Promise<number>;

  /** Ends the connection, also a broken one. It does not throw, and can be repeated. */
  abstract close(): Promise<void>;
}
