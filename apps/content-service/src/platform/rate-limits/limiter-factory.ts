import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { ThrottleStore } from '@content-service/accounts';
import { Clock, sha256 } from '@content-service/kernel';
import type { RateLimit } from '@content-service/site-settings';
import { Config } from '../config/config.js';
import { BlockLimiter } from './block-limiter.js';
import { FallbackLimiter, StoreHealth } from './fallback-limiter.js';
import { FlexibleLimiter } from './flexible-limiter.js';
import type { Limiter } from './limiter.js';

const STORE_NAMES = { memory: 'memory', database: 'the database', redis: 'Redis' } as const;
const CONNECT_TIMEOUT_MS = 2000;
const COMMAND_TIMEOUT_MS = 500;

/** Creates limiters that use the store of RATE_LIMIT_STORE. */
@Injectable()
export class LimiterFactory implements OnModuleInit, OnModuleDestroy {
  private readonly health: StoreHealth;
  private redis: Redis | undefined;

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'rateLimitStore' | 'redisUrl' | 'baseUrl'>,
    private readonly throttle: ThrottleStore,
    private readonly clock: Clock,
  ) {
    this.health = new StoreHealth(STORE_NAMES[config.rateLimitStore]);
  }

  /** Connects to Redis when it is configured; the service starts without a connection too. */
  async onModuleInit(): Promise<void> {
    const { rateLimitStore, redisUrl } = this.config;
    if (rateLimitStore !== 'redis' || redisUrl === undefined) return;
    const { Redis } = await import('ioredis');
    this.redis = new Redis(redisUrl, {
      lazyConnect: true,
      // Without a connection commands fail at once, and requests are counted in this process.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.redis.on('error', (error) => {
      this.health.recordFailure(error);
    });
    await this.redis.connect().catch((error: unknown) => {
      this.health.recordFailure(error);
    });
  }

  onModuleDestroy(): void {
    this.redis?.disconnect();
  }

  /** @param name unique among the limiters that share a store */
  create(name: string, limit: RateLimit): Limiter {
    const local = FlexibleLimiter.inMemory(limit);
    const shared = this.createShared(name, limit);
    return shared === undefined ? local : new FallbackLimiter(shared, local, this.health);
  }

  private createShared(name: string, limit: RateLimit): Limiter | undefined {
    if (this.redis !== undefined)
      return new HashedKeys(name, toRedis(this.redis, this.config.baseUrl, limit));
    if (this.config.rateLimitStore !== 'database') return undefined;
    return new HashedKeys(name, new BlockLimiter(this.throttle, this.clock, limit));
  }
}

/** The key prefix contains a hash of the base URL, since several services may share one Redis. */
function toRedis(storeClient: Redis, baseUrl: string, { quota, windowSeconds }: RateLimit): Limiter {
  const keyPrefix = `content-service:${sha256(baseUrl).slice(0, 12)}`;
  return new FlexibleLimiter(
    new RateLimiterRedis({ storeClient, keyPrefix, points: quota, duration: windowSeconds }),
  );
}

/** Hashes keys to a fixed length, so that the shared store contains no IP addresses and client ids. */
class HashedKeys implements Limiter {
  constructor(
    private readonly name: string,
    private readonly limiter: Limiter,
  ) {}

  consume(key: string): ReturnType<Limiter['consume']> {
    return this.limiter.consume(this.hash(key));
  }

  refund(key: string): Promise<void> {
    return this.limiter.refund(this.hash(key));
  }

  private hash(key: string): string {
    return sha256(`rate limit ${this.name} ${key}`);
  }
}
