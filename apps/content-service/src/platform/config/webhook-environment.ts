import { IsOptional, ValidateBy } from 'class-validator';
import {
  DEFAULT_RETRY_SCHEDULE,
  getLongestSeconds,
  isNetwork,
  parseRetrySchedule,
  RETRY_SCHEDULE_RULE,
  type RetrySchedule,
} from '@content-service/webhooks';
import { IsNumberFrom, IsTrueOrFalse, Variable, type VariableFault } from './variable.js';
import type { EventEnvironment } from './event-environment.js';

/** Configuration of webhooks. */
export interface WebhookOptions {
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  /** Whether endpoints may have `http:` URLs. */
  readonly allowHttp: boolean;
  /** CIDR blocks of private networks that may be called. */
  readonly allowedNetworks: readonly string[];
  /** Attempts of this process at the same time; 0: other processes make them. */
  readonly concurrency: number;
  readonly retrySchedule: RetrySchedule;
  /** Bodies above it have neither attributes nor relationships. */
  readonly maxPayloadBytes: number;
  /** How long deliveries are listed. */
  readonly historyDays: number;
}

/** The environment variables of webhooks; a part of `Environment`. */
export class WebhookEnvironment {
  @Variable({
    group: 'Webhooks',
    meaning: 'Time limit of one call of a webhook endpoint.',
  })
  @IsNumberFrom(10, 60_000, { unit: 'milliseconds' })
  readonly WEBHOOK_TIMEOUT_MS: string = '15000';

  @Variable({
    group: 'Webhooks',
    meaning: 'Whether endpoints may have `http:` URLs.',
  })
  @IsTrueOrFalse()
  readonly WEBHOOK_ALLOW_HTTP: string = 'false';

  @Variable({
    group: 'Webhooks',
    meaning: 'Private networks that webhooks may call; without it, endpoints have public addresses.',
    values: 'CIDR blocks, separated by commas',
    examples: ['10.1.0.0/16,fd00::/8'],
  })
  @IsOptional()
  @IsValid((value) => splitNetworks(value).every(isNetwork), {
    message:
      "WEBHOOK_ALLOWED_NETWORKS must be CIDR blocks separated by commas, such as 10.1.0.0/16,fd00::/8, got '$value'.",
  })
  readonly WEBHOOK_ALLOWED_NETWORKS?: string;

  @Variable({
    group: 'Webhooks',
    meaning: 'Calls of webhook endpoints at the same time in one process; 0: other processes make them.',
  })
  @IsNumberFrom(0, 999)
  readonly WEBHOOK_CONCURRENCY: string = '32';

  @Variable({
    group: 'Webhooks',
    meaning: 'Time between the attempts of a delivery.',
    values: '1 to 20 numbers from 1 to 604800, separated by commas',
    unit: 'seconds',
  })
  @IsValid((value) => parseRetrySchedule(value) !== undefined, {
    message: `WEBHOOK_RETRY_SCHEDULE must be ${RETRY_SCHEDULE_RULE}, got '$value'.`,
  })
  readonly WEBHOOK_RETRY_SCHEDULE: string = DEFAULT_RETRY_SCHEDULE.delays.join(',');

  @Variable({
    group: 'Webhooks',
    meaning: 'Size of a body above which attributes and relationships are left out.',
  })
  @IsNumberFrom(0, 99_999_999, { unit: 'bytes' })
  readonly WEBHOOK_MAX_PAYLOAD_BYTES: string = '262144';

  @Variable({
    group: 'Webhooks',
    meaning: 'Time after which deliveries are deleted.',
  })
  @IsNumberFrom(1, 9999, { unit: 'days' })
  readonly WEBHOOK_HISTORY_DAYS: string = '30';
}

export function parseWebhookOptions(environment: WebhookEnvironment): WebhookOptions {
  const { WEBHOOK_TIMEOUT_MS, WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_NETWORKS } = environment;
  return {
    timeoutMs: Number(WEBHOOK_TIMEOUT_MS),
    allowHttp: WEBHOOK_ALLOW_HTTP === 'true',
    allowedNetworks: WEBHOOK_ALLOWED_NETWORKS === undefined ? [] : splitNetworks(WEBHOOK_ALLOWED_NETWORKS),
    concurrency: Number(environment.WEBHOOK_CONCURRENCY),
    retrySchedule: parseRetrySchedule(environment.WEBHOOK_RETRY_SCHEDULE) ?? DEFAULT_RETRY_SCHEDULE,
    maxPayloadBytes: Number(environment.WEBHOOK_MAX_PAYLOAD_BYTES),
    historyDays: Number(environment.WEBHOOK_HISTORY_DAYS),
  };
}

const DAY_SECONDS = 86_400;

/** Every attempt reads its event from the log, so the log must keep events for as long as they are attempted. */
export function findRetentionFault(
  environment: WebhookEnvironment & EventEnvironment,
): VariableFault | undefined {
  const { EVENTS, EVENT_RETENTION_DAYS: days, WEBHOOK_RETRY_SCHEDULE } = environment;
  const schedule = parseRetrySchedule(WEBHOOK_RETRY_SCHEDULE);
  if (EVENTS === 'off' || schedule === undefined) return undefined;
  const least = Math.ceil(getLongestSeconds(schedule) / DAY_SECONDS);
  return Number(days) >= least
    ? undefined
    : {
        variable: 'EVENT_RETENTION_DAYS',
        sentence: `EVENT_RETENTION_DAYS must be at least ${least}, since webhooks are retried for so long (WEBHOOK_RETRY_SCHEDULE, with a spread of 20 %), got '${days}'.`,
      };
}

function splitNetworks(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function IsValid(isValid: (value: string) => boolean, { message }: { message: string }): PropertyDecorator {
  const validator = { validate: (value: unknown) => isValid(String(value)), defaultMessage: () => message };
  return ValidateBy({ name: 'isValid', validator });
}
