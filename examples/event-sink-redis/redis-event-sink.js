import {
  BrokerDestinationMissing,
  BrokerUnavailable,
  EventSink,
  publishInOrder,
} from '@content-service/sink';
import { Redis } from 'ioredis';

/** Time limit of connecting, and of each confirmation. */
const TIMEOUT_MS = 5000;

/** The log of events is the buffer: no queue, no repeated commands, no second connection. */
const CONNECTION = {
  lazyConnect: true,
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: null,
};

/** Appends events to the stream `content:events` with XADD; receivers read it with XREAD or a consumer group. */
export class RedisEventSink extends EventSink {
  /** @param {import('@content-service/sink').EventSinkOptions} options */
  constructor({ url, prefix, manage }) {
    super();
    this.url = url;
    this.stream = `${prefix}:events`;
    this.manage = manage;
  }

  async open() {
    try {
      this.client = new Redis(this.url, CONNECTION);
      // A failure rejects the command as well.
      this.client.on('error', () => undefined);
      await this.client.connect();
      await this.ensureStream();
    } catch (error) {
      await this.close();
      throw this.toSinkError(error);
    }
  }

  async publish(messages) {
    try {
      return await publishInOrder(messages, (message) => this.append(message));
    } catch (error) {
      throw this.toSinkError(error);
    }
  }

  async close() {
    this.client?.disconnect();
    this.client = undefined;
  }

  async ensureStream() {
    if ((await this.client.exists(this.stream)) === 1) return;
    if (!this.manage) throw this.createMissing();
    // XADD creates a stream, XDEL leaves it empty.
    await this.client.xdel(this.stream, await this.client.xadd(this.stream, '*', 'created', ''));
  }

  async append({ id, topic, contentType, body, headers }) {
    if (this.client === undefined) throw new Error('the connection is closed');
    const fields = { id, topic, contentType, body, ...headers };
    const added = await this.client.xadd(this.stream, 'NOMKSTREAM', '*', ...Object.entries(fields).flat());
    if (added === null) throw this.createMissing();
  }

  createMissing() {
    return new BrokerDestinationMissing(this.url, `stream ${this.stream}`);
  }

  toSinkError(error) {
    return error instanceof BrokerDestinationMissing ? error : new BrokerUnavailable(this.url, error);
  }
}
