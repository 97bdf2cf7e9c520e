import { IsOptional, Matches, ValidateIf } from 'class-validator';
import { AddressEnvironment } from './address-environment.js';
import { createRuleDecorator } from './rule-decorator.js';
import { IsNumberFrom, IsOneOf, IsTrueOrFalse, Variable } from './variable.js';

const Validated = createRuleDecorator<DatabaseEnvironment>();

const HOUR_MS = 3_600_000;

/** Databases of this process alone: no other process uses them while their schema changes. */
export const EMBEDDED = /^(sqlite:|memory:)/;

/** The environment variables of the storage; a part of `Environment`. */
export class DatabaseEnvironment extends AddressEnvironment {
  @Variable({
    group: 'Database',
    meaning:
      'Where everything is kept: a SQLite file, whose folder is made, a PostgreSQL (13 or later), MariaDB or MySQL server, or ' +
      '`memory:` for a trial that forgets everything. Of MariaDB and MySQL it may name several hosts, separated by commas ' +
      '([database clusters](database-clusters.md)).',
    values: '`sqlite:PATH`, `postgres://…`, `mariadb://…`, `mysql://…`, `memory:`',
    examples: [
      'postgres://user:password@127.0.0.1:5432/content',
      'mariadb://user:password@127.0.0.1:3306/content',
      'mariadb://user:password@db1,db2:3307,db3/content',
    ],
    secret: 'url',
  })
  @ValidateIf(({ STORAGE_ADAPTER }: DatabaseEnvironment) => STORAGE_ADAPTER === undefined)
  @Matches(/^(sqlite:(?!\/\/|:memory:).+|(mysql|mariadb|postgres|postgresql):\/\/.+|memory:)$/, {
    message:
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://…, postgres://… or memory: (which forgets everything).',
  })
  @Validated('hostsOfOneKind', ({ DATABASE_URL, STORAGE_ADAPTER }) =>
    STORAGE_ADAPTER === undefined ? findHostListFault(DATABASE_URL) : undefined,
  )
  readonly DATABASE_URL: string = 'sqlite:./data/content.sqlite';

  @Variable({
    group: 'Database',
    meaning:
      'Where `DATABASE_URL` names several hosts: `ordered` uses the first one that takes writes, and another one while that is ' +
      'down; `any` uses all of them in turn, with the restrictions of [database clusters](database-clusters.md).',
  })
  @IsOneOf(['ordered', 'any'])
  readonly DATABASE_HOSTS: string = 'ordered';

  @Variable({
    group: 'Database',
    meaning:
      'A [storage adapter](storage-adapter.md) that is not part of the service. It is given `DATABASE_URL`, whose form it decides, ' +
      'and the limits below. `KEY_SECRET` is required.',
    values: 'the name of an installed package, or a path that begins with `/`, `./` or `../`',
    unset: 'the storage of `DATABASE_URL`',
    examples: ['@acme/storage-x'],
  })
  @IsOptional()
  readonly STORAGE_ADAPTER?: string;

  @Variable({
    group: 'Database',
    meaning:
      'Time limit of one query (503 `query_timeout`). Commands, migrations and changes of the content model have none. MySQL ' +
      'limits only what reads, SQLite only heavy reads (see `SQLITE_READERS`).',
  })
  @IsNumberFrom(0, HOUR_MS, { unit: 'milliseconds' })
  readonly STATEMENT_TIMEOUT_MS: string = '10000';

  @Variable({
    group: 'Database',
    meaning: 'Connections to a database server.',
  })
  @IsNumberFrom(1, 999)
  readonly DATABASE_POOL_SIZE: string = '10';

  @Variable({
    group: 'Database',
    meaning:
      'Requests that may wait for a connection, of SQLite for a process of heavy reads; others are answered by 503 `store_busy`.',
  })
  @IsNumberFrom(1, 99_999)
  readonly DATABASE_QUEUE_MAX: string = '100';

  @Variable({
    group: 'Database',
    meaning: 'Time limit of each of these waits (503 `store_busy`).',
  })
  @IsNumberFrom(1, HOUR_MS, { unit: 'milliseconds' })
  readonly DATABASE_ACQUIRE_TIMEOUT_MS: string = '2000';

  @Variable({
    group: 'Database',
    meaning:
      'How long `serve` and `migrate` wait for a database server that cannot be reached, with growing pauses and a line of the log ' +
      'for each attempt. Meanwhile `/health/live` is 200 and everything else 503. 0: they end at the first attempt.',
  })
  @IsNumberFrom(0, 3600, { unit: 'seconds' })
  readonly DATABASE_WAIT_SECONDS: string = '60';

  @Variable({
    group: 'Database',
    meaning:
      'How often a process asks the database for changes of other processes: content model, settings, API clients, keys, ' +
      'revocations. With `REDIS_URL` it is told of them at once, and this is how long they take while Redis cannot be reached.',
  })
  @IsNumberFrom(100, HOUR_MS, { unit: 'milliseconds' })
  readonly CHANGE_POLL_MS: string = '1000';

  @Variable({
    group: 'Database',
    meaning:
      'Processes for the heavy reads of SQLite, such as filters by CONTAINS or through relationships, so that they do not hold up ' +
      'other requests. They are started when they are needed first and take some 50 MB each. 0: such reads run in the service ' +
      'itself, hold up everything else, and have no time limit.',
  })
  @IsNumberFrom(0, 99)
  readonly SQLITE_READERS: string = '2';

  @Variable({
    group: 'Database',
    meaning:
      'Whether the service brings the tables of a database server up to date when it starts. Those of SQLite always are; ' +
      'otherwise run `content-service migrate`.',
  })
  @IsTrueOrFalse()
  readonly MIGRATE_ON_START: string = 'false';
}

/** @returns a sentence when the URL names several hosts in a way that no storage understands */
function findHostListFault(url: string): string | undefined {
  const hosts = /^\w+:\/\/(?:[^/]*@)?(?<hosts>[^/?]*)/.exec(url)?.groups?.['hosts'] ?? '';
  if (!hosts.includes(',')) return undefined;
  if (!/^(mysql|mariadb):/.test(url)) return 'DATABASE_URL may name several hosts of MariaDB or MySQL only.';
  return hosts.split(',').every((host) => /^[\w.-]+(:\d{1,5})?$/.test(host))
    ? undefined
    : 'DATABASE_URL must name several hosts as in mariadb://user:password@db1,db2:3307,db3/content.';
}
