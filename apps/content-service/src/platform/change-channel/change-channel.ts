import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { sha256 } from '@content-service/kernel';
import type { CacheScope } from '@content-service/storage';
import type { Config } from '../config/config.js';

const CONNECT_TIMEOUT_MS = 2000;
const COMMAND_TIMEOUT_MS = 500;

/** The part of the configuration that the channel needs. */
export type ChannelConfig = Pick<Config, 'redisUrl' | 'baseUrl'>;

/**
 * Tells the processes of a service of changes through Redis, so that they need not wait for their next poll of the database.
 * A message names the area that changed and carries no data: receivers read the database. Without Redis, and while it cannot
 * be reached, polling is what notices changes.
 */
export class ChangeChannel {
  private readonly logger = new Logger(ChangeChannel.name);
  private readonly name: string;
  private readonly connections: Redis[] = [];
  private readonly sending = new Set<Promise<void>>();
  private publisher: Promise<Redis> | undefined;
  private isFailing = false;

  constructor(private readonly config: ChannelConfig) {
    // Several services may share one Redis.
    this.name = `content-service:${sha256(config.baseUrl).slice(0, 12)}:changes`;
  }

  /** Sends a message in the background; a failure is logged once. */
  announce(scope: CacheScope): void {
    if (this.config.redisUrl === undefined) return;
    const sent = this.publish(this.config.redisUrl, scope).finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  /**
   * Calls back for every message, those of this process included, and whenever the connection is established: messages before
   * that are lost.
   */
  async subscribe(onChange: () => void): Promise<void> {
    const { redisUrl } = this.config;
    if (redisUrl === undefined) return;
    const redis = await this.create(redisUrl);
    redis.on('message', onChange);
    redis.on('ready', () => {
      redis.subscribe(this.name).then(
        () => {
          this.isFailing = false;
          onChange();
        },
        (error: unknown) => {
          this.recordFailure(error);
        },
      );
    });
    await redis.connect().catch((error: unknown) => {
      this.recordFailure(error);
    });
  }

  /** Waits for messages that are on their way, then disconnects. */
  async close(): Promise<void> {
    await Promise.all(this.sending);
    for (const redis of this.connections.splice(0)) redis.disconnect();
  }

  private async publish(redisUrl: string, scope: CacheScope): Promise<void> {
    try {
      this.publisher ??= this.create(redisUrl);
      const redis = await this.publisher;
      if (redis.status === 'wait') await redis.connect();
      await redis.publish(this.name, scope);
    } catch (error) {
      this.recordFailure(error);
    }
  }

  private async create(redisUrl: string): Promise<Redis> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      // Without a connection messages are not kept: polling notices what they are about.
      enableOfflineQueue: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    redis.on('error', (error) => {
      this.recordFailure(error);
    });
    this.connections.push(redis);
    return redis;
  }

  private recordFailure(error: unknown): void {
    if (!this.isFailing)
      this.logger.warn(`Redis cannot be asked; changes of other processes are polled: ${String(error)}`);
    this.isFailing = true;
  }
}
