import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import {
  BrokerDestinationMissing,
  BrokerUnavailable,
  type EventMessage,
  EventSink,
  type EventSinkOptions,
  publishInOrder,
} from '@content-service/sink';
import { withTimeLimit } from './time-limit.js';

const CONNECT_MS = 5000;
/** RabbitMQ writes several messages to its disk at once before it confirms them. */
const CONFIRM_MS = 10_000;
const CLOSE_MS = 1000;
/** Reply code of AMQP 0-9-1 §1.2. */
const NOT_FOUND = 404;

export interface AmqpEventSinkOptions extends EventSinkOptions {
  /** Called for each message that the broker accepted although no queue is bound for it. */
  readonly onUnroutable: () => void;
}

/**
 * Publishes to the durable topic exchange `content.events` of RabbitMQ (AMQP 0-9-1), with routing keys such as
 * `entry.node.article.updated`. Messages are persistent; the id of an event is the `message-id`, by which receivers
 * recognize repeated messages.
 */
export class AmqpEventSink extends EventSink {
  private readonly exchange: string;
  private connection: ChannelModel | undefined;
  private channel: ConfirmChannel | undefined;
  /** Why the broker closed the channel or the connection. */
  private failure: Error | undefined;

  constructor(private readonly options: AmqpEventSinkOptions) {
    super();
    this.exchange = `${options.prefix}.events`;
  }

  override async open(): Promise<void> {
    this.failure = undefined;
    try {
      this.connection = await connect(this.options.url, {
        timeout: CONNECT_MS,
        clientProperties: { connection_name: 'content-service' },
      });
      this.connection.on('error', this.keepFailure);
      this.channel = await withTimeLimit(CONNECT_MS, this.openChannel(this.connection));
    } catch (error) {
      await this.close();
      throw this.toSinkError(error);
    }
  }

  override async publish(messages: readonly EventMessage[]): Promise<number> {
    try {
      return await publishInOrder(messages, (message) => withTimeLimit(CONFIRM_MS, this.send(message)));
    } catch (error) {
      throw this.toSinkError(error);
    }
  }

  override async close(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.channel = undefined;
    if (connection === undefined) return;
    // A closed connection throws at once, a broken one may not answer.
    await withTimeLimit(CLOSE_MS, (async () => connection.close())()).catch(() => undefined);
  }

  private async openChannel(connection: ChannelModel): Promise<ConfirmChannel> {
    const channel = await connection.createConfirmChannel();
    channel.on('error', this.keepFailure);
    channel.on('return', this.options.onUnroutable);
    if (this.options.manage) await channel.assertExchange(this.exchange, 'topic', { durable: true });
    else await channel.checkExchange(this.exchange);
    return channel;
  }

  private send({ id, topic, contentType, body, headers }: EventMessage): Promise<void> {
    const options = { messageId: id, contentType, persistent: true, mandatory: true, headers };
    return new Promise((resolve, reject) => {
      if (this.channel === undefined) throw new Error('the connection is closed');
      this.channel.publish(this.exchange, topic, Buffer.from(body), options, (error: unknown) => {
        if (error === null || error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('the broker refused a message'));
      });
    });
  }

  private readonly keepFailure = (error: Error): void => {
    this.failure ??= error;
  };

  /** The broker says why it closes a channel or a connection; unconfirmed messages learn only that it is closed. */
  private toSinkError(error: unknown): BrokerUnavailable | BrokerDestinationMissing {
    const reason = this.failure ?? error;
    const { url } = this.options;
    return (reason as { code?: unknown }).code === NOT_FOUND
      ? new BrokerDestinationMissing(url, `topic exchange ${this.exchange}`)
      : new BrokerUnavailable(url, reason);
  }
}
