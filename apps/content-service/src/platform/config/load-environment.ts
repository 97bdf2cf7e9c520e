import { Matches, ValidateIf } from 'class-validator';
import { IsNumberFrom, IsOneOf, Variable } from './variable.js';

/** Where rate limits are counted. */
export const RATE_LIMIT_STORES = ['memory', 'database', 'redis'] as const;

/** The environment variables of limits on requests; a part of `Environment`. */
export class LoadEnvironment {
  @Variable({
    group: 'Limits',
    meaning: 'Maximum size of a request body, after decompression (413).',
  })
  @IsNumberFrom(100, 9_999_999_999, { unit: 'bytes' })
  readonly BODY_LIMIT_BYTES: string = '1048576';

  @Variable({
    group: 'Limits',
    meaning:
      'Maximum size of a site package that is uploaded to `/manage/imports` (413). The database stores it until it is imported. It ' +
      'also limits all uploads that a process receives at a time (503), separately for administrators and others.',
  })
  @IsNumberFrom(100, 99_999_999_999, { unit: 'bytes' })
  readonly IMPORT_LIMIT_BYTES: string = '1073741824';

  @Variable({
    group: 'Limits',
    meaning: 'Maximum size of an uploaded file (413). Fields for files can have lower limits.',
  })
  @IsNumberFrom(1, 99_999_999_999, { unit: 'bytes' })
  readonly UPLOAD_LIMIT_BYTES: string = '536870912';

  @Variable({
    group: 'Limits',
    meaning: 'Time limit of a read (503 `request_timeout`); writes and `/manage` have twice the time.',
  })
  @IsNumberFrom(100, 9_999_999, { unit: 'milliseconds', zero: 'no limit' })
  readonly REQUEST_TIMEOUT_MS: string = '15000';

  @Variable({
    group: 'Limits',
    meaning:
      'TCP connections of one process. When there are more, the oldest idle one of the address that has most is closed.',
  })
  @IsNumberFrom(1, 999_999, { zero: 'no limit' })
  readonly MAX_CONNECTIONS: string = '2000';

  @Variable({
    group: 'Limits',
    meaning:
      'Requests in flight in one process (503 `overloaded`), without those whose body has not arrived or whose answer is on its ' +
      'way. From half of it on an address, or a /64 of IPv6, has at most a tenth.',
  })
  @IsNumberFrom(1, 999_999, { zero: 'no limit' })
  readonly MAX_IN_FLIGHT: string = '500';

  @Variable({
    group: 'Limits',
    meaning:
      'Delay of the event loop (90th percentile of a second) from which on, after two seconds in a row in which the process took ' +
      '0.8 of a core or of its processor quota, requests are answered by 503 `overloaded`: those without a valid token first, then reads, then ' +
      'writes, then sign-in.',
  })
  @IsNumberFrom(1, 999_999, { unit: 'milliseconds', zero: 'no shedding' })
  readonly SHED_DELAY_MS: string = '250';

  @Variable({
    group: 'Limits',
    meaning:
      'Where rate limits are counted: in each process, in the database (by all processes, at most 20 calls in a window for a ' +
      'client), or in Redis, which needs `REDIS_URL`. If the store is unavailable, each process falls back to local counting.',
  })
  @IsOneOf(RATE_LIMIT_STORES)
  readonly RATE_LIMIT_STORE: string = 'memory';

  // The URL can contain a password and is not part of the message.
  @Variable({
    group: 'Limits',
    meaning:
      'A Redis server, through which processes notify each other of changes (see `CHANGE_POLL_MS`). `RATE_LIMIT_STORE=redis` needs it.',
    values: '`redis://…`, `rediss://…` (TLS)',
    examples: ['redis://127.0.0.1:6379'],
    secret: 'url',
  })
  @ValidateIf(
    ({ REDIS_URL, RATE_LIMIT_STORE }: LoadEnvironment) =>
      REDIS_URL !== undefined || RATE_LIMIT_STORE === 'redis',
  )
  @Matches(/^rediss?:\/\/.+$/, {
    message:
      'REDIS_URL must be a URL such as redis://127.0.0.1:6379 or rediss://user:password@host:6380/0; it is required when RATE_LIMIT_STORE is redis.',
  })
  readonly REDIS_URL?: string;
}
