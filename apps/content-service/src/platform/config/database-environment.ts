import { IsOptional, Matches, ValidateIf } from 'class-validator';
import { createRuleDecorator } from './rule-decorator.js';
import { IsNumberFrom, IsOneOf, IsTrueOrFalse, Variable } from './variable.js';

const Validated = createRuleDecorator<DatabaseEnvironment>();

const HOUR_MS = 3_600_000;

/** Databases of this process alone: no other process uses them while their schema changes. */
export const EMBEDDED = /^(sqlite:|memory:)/;

export const DEFAULT_DATABASE_URL = 'sqlite:./data/content.sqlite';

/** The environment variables of the storage; a part of `Environment`. */
export class DatabaseEnvironment {
  @Variable({
    group: 'Database',
    meaning:
      'Database URL: a SQLite file (a missing folder is created), a PostgreSQL (13 or later), MariaDB or MySQL server, or ' +
      '`memory:` for a trial that stores nothing. For MariaDB and MySQL it may name several hosts, separated by commas ' +
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
  readonly DATABASE_URL: string = DEFAULT_DATABASE_URL;

  @Variable({
    group: 'Database',
    meaning:
      'If `DATABASE_URL` names several hosts: `ordered` uses the first one that takes writes, and another one while that is ' +
      'down; `any` uses all of them in turn, with the restrictions of [database clusters](database-clusters.md).',
  })
  @IsOneOf(['ordered', 'any'])
  readonly DATABASE_HOSTS: string = 'ordered';

  @Variable({
    group: 'Database',
    meaning:
      'Read-only replicas of `DATABASE_URL`, separated by commas; each URL names one host. Reads of content without a token use them ' +
      'in turn, and the primary while none is current ([database clusters](database-clusters.md#replicas)).',
    values: 'URLs of the engine of `DATABASE_URL`: `postgres://…`, `mariadb://…`, `mysql://…`',
    unset: 'all reads use `DATABASE_URL`',
    examples: ['postgres://reader:password@replica1/content,postgres://reader:password@replica2/content'],
    secret: 'url',
  })
  @IsOptional()
  @Validated('replicasOfOneEngine', findReplicaFault)
  readonly DATABASE_REPLICA_URLS?: string;

  @Variable({
    group: 'Database',
    meaning:
      'How old the content of a replica may be. A replica that is further behind is not used until it has caught up. Replicas are ' +
      'checked five times in this time, at least once a second.',
  })
  @IsNumberFrom(500, 60_000, { unit: 'milliseconds' })
  readonly DATABASE_REPLICA_MAX_LAG_MS: string = '2000';

  @Variable({
    group: 'Database',
    meaning:
      'A [storage adapter](storage-adapter.md) that is not part of the service. It gets `DATABASE_URL`, in a form of its own, ' +
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
    meaning:
      'Connections to a database server. With at least 5 the command import stores several batches at the same time in MariaDB and MySQL.',
  })
  @IsNumberFrom(1, 999)
  readonly DATABASE_POOL_SIZE: string = '10';

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
      'revocations. With `REDIS_URL` changes arrive at once, and after this time only while Redis is unavailable.',
  })
  @IsNumberFrom(100, HOUR_MS, { unit: 'milliseconds' })
  readonly CHANGE_POLL_MS: string = '1000';

  @Variable({
    group: 'Database',
    meaning:
      'Processes for the heavy reads of SQLite, such as filters by CONTAINS or through relationships, so that they do not delay ' +
      'other requests. They start when first needed and take about 50 MB each. 0: such reads run in the service ' +
      'itself, block everything else, and have no time limit.',
  })
  @IsNumberFrom(0, 99)
  readonly SQLITE_READERS: string = '2';

  @Variable({
    group: 'Database',
    meaning:
      'Whether the service brings the tables of a database server up to date when it starts. With SQLite it always does; ' +
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

const SERVER = /^(mysql|mariadb|postgres|postgresql):\/\//;

export function parseReplicas({
  DATABASE_REPLICA_URLS: urls,
  DATABASE_REPLICA_MAX_LAG_MS,
}: DatabaseEnvironment): { readonly urls: readonly string[]; readonly maxLagMs: number } | undefined {
  return urls === undefined
    ? undefined
    : { urls: splitUrls(urls), maxLagMs: Number(DATABASE_REPLICA_MAX_LAG_MS) };
}

/** Splits at the commas between two URLs; those between the hosts of one URL are its own. */
export function splitUrls(urls: string): readonly string[] {
  return urls.split(/,\s*(?=\w+:\/\/)/).map((url) => url.trim());
}

/** @returns a sentence when the replicas cannot be those of the database; without the URLs, which are secret */
function findReplicaFault({
  DATABASE_REPLICA_URLS,
  DATABASE_URL,
  STORAGE_ADAPTER,
}: DatabaseEnvironment): string | undefined {
  if (DATABASE_REPLICA_URLS === undefined) return undefined;
  if (STORAGE_ADAPTER !== undefined || !SERVER.test(DATABASE_URL))
    return 'DATABASE_REPLICA_URLS needs a DATABASE_URL of PostgreSQL, MariaDB or MySQL.';
  const faults = splitUrls(DATABASE_REPLICA_URLS).map((url, n) => {
    if (!SERVER.test(url) || isPostgres(url) !== isPostgres(DATABASE_URL))
      return `URL ${n + 1} of DATABASE_REPLICA_URLS must begin as DATABASE_URL does, which is of ${isPostgres(DATABASE_URL) ? 'PostgreSQL' : 'MariaDB or MySQL'}.`;
    return URL.canParse(url) && /^[^,]+$/.test(new URL(url).host)
      ? undefined
      : `URL ${n + 1} of DATABASE_REPLICA_URLS must name one host, as in postgres://user:password@replica1:5432/content.`;
  });
  return faults.find((fault) => fault !== undefined);
}

function isPostgres(url: string): boolean {
  return url.startsWith('postgres');
}
