import { type Channel, type ChannelModel, connect } from 'amqplib';
import { pickHeaders, ReceivedMessages } from './received-messages.js';

/** The RabbitMQ of the tests (`.config/rabbitmq.js`). */
export const AMQP_URL = process.env['TEST_AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';

/** A client of the RabbitMQ of the tests, as receivers of events have one. */
export class AmqpBroker {
  readonly url = AMQP_URL;
  readonly deduplicates = false;
  /** Whether the message that was received last survives a restart of the broker in a durable queue. */
  isLastPersistent = false;

  private constructor(
    private readonly connection: ChannelModel,
    private readonly channel: Channel,
  ) {}

  static async connect(): Promise<AmqpBroker> {
    const connection = await connect(AMQP_URL);
    return new AmqpBroker(connection, await connection.createChannel());
  }

  getDestination(prefix: string): string {
    return `topic exchange ${prefix}.events`;
  }

  /** Creates the exchange. */
  async create(prefix: string): Promise<void> {
    await this.channel.assertExchange(`${prefix}.events`, 'topic', { durable: true });
  }

  /** Asks on a channel of its own, which the broker closes when the exchange is missing. */
  async exists(prefix: string): Promise<boolean> {
    const channel = await this.connection.createChannel();
    channel.on('error', () => undefined);
    try {
      await channel.checkExchange(`${prefix}.events`);
      await channel.close();
      return true;
    } catch {
      return false;
    }
  }

  /** Binds a queue, which ends with this connection, to the exchange. */
  async subscribe(prefix: string, pattern = '#'): Promise<ReceivedMessages> {
    const received = new ReceivedMessages();
    const { queue } = await this.channel.assertQueue('', { exclusive: true });
    await this.channel.bindQueue(queue, `${prefix}.events`, pattern);
    await this.channel.consume(
      queue,
      (message) => {
        if (message === null) return;
        const { content, fields, properties } = message;
        this.isLastPersistent = properties.deliveryMode === 2;
        received.add({
          id: String(properties.messageId),
          topic: fields.routingKey,
          contentType: String(properties.contentType),
          body: content.toString(),
          ...pickHeaders({ traceparent: properties.headers?.['traceparent'] as unknown }),
        });
      },
      { noAck: true },
    );
    return received;
  }

  /** Removes the exchange if it is there. */
  async remove(prefix: string): Promise<void> {
    await this.channel.deleteExchange(`${prefix}.events`);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
