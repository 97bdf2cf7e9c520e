import { type EventMessage, EventSink } from '@content-service/sink';
import type { Tracing } from './tracing.js';

/** A sink whose publishing is a span of each batch, which receivers continue by the headers of the messages. */
export class TracedEventSink extends EventSink {
  constructor(
    private readonly sink: EventSink,
    private readonly tracing: Tracing,
    private readonly serverAddress: string,
  ) {
    super();
  }

  override open(): Promise<void> {
    return this.sink.open();
  }

  override publish(messages: readonly EventMessage[]): Promise<number> {
    const attributes = {
      'messaging.operation.name': 'publish',
      'messaging.batch.message_count': messages.length,
      'server.address': this.serverAddress,
    };
    return this.tracing.runCall(
      'publish',
      attributes,
      (headers) => this.sink.publish(messages.map((message) => ({ ...message, headers }))),
      'producer',
    );
  }

  override close(): Promise<void> {
    return this.sink.close();
  }
}
