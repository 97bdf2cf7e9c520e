import { parseWholeNumber } from '@content-service/kernel';
import { RETRY_AFTER_MAXIMUM_SECONDS } from './retry-schedule.js';

/** The answer of a receiver, or why there was none. */
export type WebhookResponse =
  | {
      readonly status: number;
      readonly retryAfter?: string | undefined;
      /** The beginning of the body. */
      readonly excerpt: string;
    }
  | {
      /** A stable code: `timeout`, `connection_failed`, `address_refused`, `tls_failed`, … */
      readonly error: string;
      readonly detail: string;
    };

/** What follows from an answer. */
export type AttemptOutcome =
  | { readonly kind: 'delivered' }
  /** 410: the receiver wants no more deliveries, so the endpoint is disabled. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'failed';
      /** The number of failures that it counts for the circuit. */
      readonly failures: 1 | 2;
      readonly retryAfterSeconds?: number;
    };

/** Statuses of a gateway: the receiver itself was not reached. Source: Standard Webhooks, «Response codes». */
const GATEWAY_STATUSES: readonly number[] = [502, 504];
/** Statuses whose `Retry-After` is heeded. */
const RETRY_AFTER_STATUSES: readonly number[] = [429, 503];

/**
 * Classifies an answer: 2xx is success, 410 disables the endpoint, and everything else, redirects included, is a failure.
 *
 * @param now UNIX seconds, for a `Retry-After` with a date
 */
export function classifyResponse(response: WebhookResponse, now: number): AttemptOutcome {
  if ('error' in response) return { kind: 'failed', failures: 1 };
  const { status, retryAfter } = response;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  if (GATEWAY_STATUSES.includes(status)) return { kind: 'failed', failures: 2 };
  const seconds = RETRY_AFTER_STATUSES.includes(status) ? parseRetryAfter(retryAfter, now) : undefined;
  return {
    kind: 'failed',
    failures: 1,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
}

/** Seconds until the time of the header: a number of seconds or an HTTP date (RFC 9110 §10.2.3), at most a day. */
function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = parseWholeNumber(value) ?? Math.ceil(Date.parse(value) / 1000) - now;
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAXIMUM_SECONDS) : undefined;
}
