import { IsOptional, IsPort, Matches } from 'class-validator';
import { type AddressEnvironment, findHostFault } from './address-environment.js';
import { isUnspecifiedAddress } from './base-url.js';
import { type DatabaseEnvironment, EMBEDDED } from './database-environment.js';
import { createRuleDecorator } from './rule-decorator.js';
import { IsNumberFrom, IsOneOf, Variable } from './variable.js';

const Validated = createRuleDecorator<ProcessEnvironment & AddressEnvironment & DatabaseEnvironment>();

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The environment variables of processes, their log and metrics; a part of `Environment`. */
export class ProcessEnvironment {
  @Variable({
    group: 'Processes',
    meaning:
      'Time between SIGTERM, which makes `/health/ready` 503, and the end of the listener, in which proxies notice. Kubernetes: 5.',
  })
  @IsNumberFrom(0, 999, { unit: 'seconds' })
  readonly SHUTDOWN_DELAY_SECONDS: string = '0';

  @Variable({
    group: 'Processes',
    meaning: 'Time that running requests have to finish after the end of the listener.',
  })
  @IsNumberFrom(1, 999, { unit: 'seconds' })
  readonly SHUTDOWN_TIMEOUT_SECONDS: string = '25';

  @Variable({
    group: 'Processes',
    meaning:
      'Processes that share the port; `auto`: one for each processor. More than one needs a database server.',
    values: '`auto`, or 1 to 999',
  })
  @Matches(/^(auto|[1-9]\d{0,2})$/, {
    message: "WORKERS must be auto or a number of processes from 1 to 999, got '$value'.",
  })
  @Validated('sharedDatabase', (environment) =>
    environment.WORKERS !== '1' && isEmbedded(environment)
      ? 'WORKERS must be 1 unless DATABASE_URL names a database server: processes cannot share an embedded database.'
      : undefined,
  )
  readonly WORKERS: string = '1';

  @Variable({
    group: 'Processes',
    meaning:
      'What the process does. `api`: it answers requests. `worker`: it runs background jobs and schedules, numbers events, ' +
      'calls webhooks, publishes to the message broker and purges shared caches. `worker` alone answers only `/health` and ' +
      'metrics. At least one process of a deployment needs `worker`.',
    values: '`api,worker`, `api`, `worker`',
  })
  @Matches(/^(api,worker|api|worker)$/, {
    message: "ROLES must be api, worker, or api,worker, got '$value'.",
  })
  @Validated('sharedRoles', (environment) =>
    ['api', 'worker'].includes(environment.ROLES) && isEmbedded(environment)
      ? 'ROLES must be api,worker unless DATABASE_URL names a database server: processes cannot share an embedded database.'
      : undefined,
  )
  readonly ROLES: string = 'api,worker';

  @Variable({
    group: 'Log and audit',
    meaning: 'The least severe lines of the log. `info` writes one line per request.',
  })
  @IsOneOf(LOG_LEVELS)
  readonly LOG_LEVEL: string = 'info';

  @Variable({
    group: 'Metrics and traces',
    meaning: 'Address of the listener for [metrics](metrics.md).',
    values: 'an address or a host name',
  })
  @Validated('host', ({ METRICS_HOST }) => findHostFault('METRICS_HOST', METRICS_HOST))
  readonly METRICS_HOST: string = '127.0.0.1';

  @Variable({
    group: 'Metrics and traces',
    meaning: "Port of this listener, which serves `GET /metrics` in Prometheus' text format.",
    values: '0 to 65535',
    unset: 'no listener',
    examples: ['9464'],
  })
  @IsOptional()
  @IsPort({ message: "METRICS_PORT must be a number from 0 to 65535 without leading zeros, got '$value'." })
  @Validated('ownPort', ({ METRICS_PORT, METRICS_HOST, PORT, HOST }) =>
    METRICS_PORT === PORT && METRICS_PORT !== '0' && sharesAddress(METRICS_HOST, HOST)
      ? `METRICS_PORT must be another port than PORT, which is ${PORT}: metrics have a listener of their own.`
      : undefined,
  )
  readonly METRICS_PORT?: string;
}

/** The storage adapter says itself whether several processes can use it (`assertShareable`). */
function isEmbedded({ DATABASE_URL, STORAGE_ADAPTER }: DatabaseEnvironment): boolean {
  return STORAGE_ADAPTER === undefined && EMBEDDED.test(DATABASE_URL);
}

function sharesAddress(first: string, second: string): boolean {
  const [one, other] = [first, second].map((host) => (host === 'localhost' ? '127.0.0.1' : host));
  return one === other || isUnspecifiedAddress(first) || isUnspecifiedAddress(second);
}
