import { IsIn, IsOptional, Matches, ValidateBy } from 'class-validator';
import {
  DEFAULT_RETRY_SCHEDULE,
  isNetwork,
  parseRetrySchedule,
  RETRY_SCHEDULE_RULE,
  type RetrySchedule,
} from '@content-service/webhooks';
import { BrokerEnvironment } from '../brokers/broker-environment.js';

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

const TIMEOUT_MAXIMUM_MS = 60_000;

/** The environment variables of webhooks; a part of `Environment`. */
export class WebhookEnvironment extends BrokerEnvironment {
  @IsValid((value) => /^[1-9]\d{1,4}$/.test(value) && Number(value) <= TIMEOUT_MAXIMUM_MS, {
    message: `WEBHOOK_TIMEOUT_MS must be a number of milliseconds from 10 to ${TIMEOUT_MAXIMUM_MS}, got '$value'.`,
  })
  readonly WEBHOOK_TIMEOUT_MS: string = '15000';

  @IsIn(['true', 'false'], { message: "WEBHOOK_ALLOW_HTTP must be true or false, got '$value'." })
  readonly WEBHOOK_ALLOW_HTTP: string = 'false';

  @IsOptional()
  @IsValid((value) => splitNetworks(value).every(isNetwork), {
    message:
      "WEBHOOK_ALLOWED_NETWORKS must be CIDR blocks separated by commas, such as 10.1.0.0/16,fd00::/8, got '$value'.",
  })
  readonly WEBHOOK_ALLOWED_NETWORKS?: string;

  @Matches(/^\d{1,3}$/, { message: "WEBHOOK_CONCURRENCY must be a number from 0 to 999, got '$value'." })
  readonly WEBHOOK_CONCURRENCY: string = '32';

  @IsValid((value) => parseRetrySchedule(value) !== undefined, {
    message: `WEBHOOK_RETRY_SCHEDULE must be ${RETRY_SCHEDULE_RULE}, got '$value'.`,
  })
  readonly WEBHOOK_RETRY_SCHEDULE: string = DEFAULT_RETRY_SCHEDULE.delays.join(',');

  @Matches(/^\d{1,8}$/, {
    message: "WEBHOOK_MAX_PAYLOAD_BYTES must be a number from 0 to 99999999, got '$value'.",
  })
  readonly WEBHOOK_MAX_PAYLOAD_BYTES: string = '262144';

  @Matches(/^[1-9]\d{0,3}$/, {
    message: "WEBHOOK_HISTORY_DAYS must be a number of days from 1 to 9999, got '$value'.",
  })
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

function splitNetworks(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function IsValid(isValid: (value: string) => boolean, { message }: { message: string }): PropertyDecorator {
  const validator = { validate: (value: unknown) => isValid(String(value)), defaultMessage: () => message };
  return ValidateBy({ name: 'isValid', validator });
}
