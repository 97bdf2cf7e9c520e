import { jetstream, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pickHeaders, ReceivedMessages } from './received-messages.js';

/** The NATS of the tests (`.config/nats.js`). */
export const NATS_URL = process.env['TEST_NATS_URL'] ?? 'nats://127.0.0.1:4222';

/** A client of the NATS of the tests, as receivers of events have one. */
export class NatsBroker {
  readonly url = NATS_URL;
  readonly deduplicates = true;

  private constructor(
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
  ) {}

  static async connect(): Promise<NatsBroker> {
    const connection = await connect({ servers: new URL(NATS_URL).host });
    return new NatsBroker(connection, await jetstreamManager(connection));
  }

  getDestination(prefix: string): string {
    return `stream ${prefix.toUpperCase()} with the subjects ${prefix}.>`;
  }

  /** Creates the stream. */
  async create(prefix: string): Promise<void> {
    await this.manager.streams.add({ name: prefix.toUpperCase(), subjects: [`${prefix}.>`] });
  }

  exists(prefix: string): Promise<boolean> {
    return this.manager.streams.info(prefix.toUpperCase()).then(
      () => true,
      () => false,
    );
  }

  /** Reads the stream from its beginning. */
  async subscribe(prefix: string): Promise<ReceivedMessages> {
    const received = new ReceivedMessages();
    const consumer = await jetstream(this.connection).consumers.get(prefix.toUpperCase());
    await consumer.consume({
      callback: (message) => {
        received.add({
          id: message.headers?.get('Nats-Msg-Id') ?? '',
          topic: message.subject.slice(prefix.length + 1),
          contentType: message.headers?.get('Content-Type') ?? '',
          body: message.string(),
          ...pickHeaders({ traceparent: message.headers?.get('traceparent') }),
        });
      },
    });
    return received;
  }

  /** Removes the stream if it is there. */
  async remove(prefix: string): Promise<void> {
    await this.manager.streams.delete(prefix.toUpperCase()).catch(() => false);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
