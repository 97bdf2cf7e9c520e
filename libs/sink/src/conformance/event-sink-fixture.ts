import type { Uuid } from '@content-service/kernel';
import type { EventMessage, EventSink, EventSinkOptions } from '../event-sink.js';

/** The messages that a receiver gets, repeated ones too, with topics without the prefix. */
export interface Subscription {
  /** Waits for so many messages in total. @returns all so far, in their order */
  receive(count: number): Promise<readonly EventMessage[]>;
  /** Waits for the message of an event. @returns all so far, in their order */
  receiveUntil(id: Uuid): Promise<readonly EventMessage[]>;
}

/** A real broker, behind a line that breaks. */
export interface EventSinkFixture {
  /** Whether the broker drops messages that it has by their id. */
  readonly deduplicates: boolean;
  /** Creates a sink that reaches the broker by way of the line. */
  createSink(options: Pick<EventSinkOptions, 'prefix' | 'manage'>): EventSink;
  /** The name of the stream or exchange. */
  getDestination(prefix: string): string;
  /** The stream or exchange is there. */
  subscribe(prefix: string): Promise<Subscription>;
  /** Removes the stream or exchange, if it is there. */
  remove(prefix: string): Promise<void>;
  /** Breaks connections of sinks instead of forwarding what the broker sends next. */
  loseNextConfirmation(): void;
  /** Forwards what sinks send, but nothing of the broker; connections stay open. */
  withholdConfirmations(): void;
  /** Breaks connections of sinks, and refuses new ones. */
  cut(): Promise<void>;
  /** Forwards everything again, on new connections; does nothing when it does so already. */
  restore(): Promise<void>;
  close(): Promise<void>;
}
