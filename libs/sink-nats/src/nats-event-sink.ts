import {
  type JetStreamClient,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  connect,
  type ConnectionOptions,
  errors,
  headers,
  nanos,
  type NatsConnection,
} from '@nats-io/transport-node';
import {
  BrokerDestinationMissing,
  BrokerUnavailable,
  type EventMessage,
  EventSink,
  type EventSinkOptions,
  publishInOrder,
} from '@content-service/sink';

/** Time limit of connecting, and of each confirmation. */
const TIMEOUT_MS = 5000;
/** Messages without confirmation; the server stores them in the order in which it receives them. */
const IN_FLIGHT = 64;
const DAY_MS = 86_400_000;

export interface NatsEventSinkOptions extends EventSinkOptions {
  /** How long a stream that the sink creates keeps messages. */
  readonly retentionDays: number;
}

/**
 * Publishes to the stream `CONTENT` of NATS JetStream, with subjects such as `content.entry.node.article.updated`. The id of
 * an event is its `Nats-Msg-Id`: the stream drops a message that it has stored before, within its duplicate window.
 */
export class NatsEventSink extends EventSink {
  private readonly stream: string;
  private connection: NatsConnection | undefined;
  private client: JetStreamClient | undefined;

  constructor(private readonly options: NatsEventSinkOptions) {
    super();
    this.stream = options.prefix.toUpperCase();
  }

  override async open(): Promise<void> {
    try {
      this.connection = await connect(toConnectionOptions(this.options.url));
      await this.ensureStream(this.connection);
      this.client = jetstream(this.connection, { timeout: TIMEOUT_MS });
    } catch (error) {
      await this.close();
      throw this.toSinkError(error);
    }
  }

  override async publish(messages: readonly EventMessage[]): Promise<number> {
    try {
      return await publishInOrder(messages, (message) => this.send(message), IN_FLIGHT);
    } catch (error) {
      throw hasNoStream(error) ? this.createMissing() : this.toSinkError(error);
    }
  }

  override async close(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.client = undefined;
    await connection?.close().catch(() => undefined);
  }

  private async ensureStream(connection: NatsConnection): Promise<void> {
    const { prefix, manage, retentionDays } = this.options;
    const { streams } = await jetstreamManager(connection, { timeout: TIMEOUT_MS, checkAPI: false });
    try {
      await streams.info(this.stream);
    } catch (error) {
      if (!isStreamMissing(error)) throw error;
      if (!manage) throw this.createMissing();
      const max_age = nanos(retentionDays * DAY_MS);
      await streams.add({ name: this.stream, subjects: [`${prefix}.>`], max_age });
    }
  }

  private async send(message: EventMessage): Promise<void> {
    const { id, deduplicationId = id, topic, contentType, body } = message;
    if (this.client === undefined) throw new errors.ClosedConnectionError();
    const fields = headers();
    fields.set('Content-Type', contentType);
    for (const [name, value] of Object.entries(message.headers ?? {})) fields.set(name, value);
    await this.client.publish(`${this.options.prefix}.${topic}`, body, {
      msgID: deduplicationId,
      headers: fields,
      // Another stream may take the same subjects.
      expect: { streamName: this.stream },
      timeout: TIMEOUT_MS,
    });
  }

  private toSinkError(error: unknown): BrokerUnavailable | BrokerDestinationMissing {
    return error instanceof BrokerDestinationMissing ? error : new BrokerUnavailable(this.options.url, error);
  }

  private createMissing(): BrokerDestinationMissing {
    const { url, prefix } = this.options;
    return new BrokerDestinationMissing(url, `stream ${this.stream} with the subjects ${prefix}.>`);
  }
}

function isStreamMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}

/** No stream takes a subject. The client reports that as a server without JetStream, which `open` would have noticed. */
function hasNoStream(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof errors.RequestError && cause.isNoResponders();
}

/** A user without a password is a token (NATS «Token Authentication»). */
function toConnectionOptions(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    name: 'content-service',
    timeout: TIMEOUT_MS,
    reconnect: false,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
  };
}
