import { t } from '@lingui/core/macro';
import { toValidationError } from '../http/api-error.js';
import type { Webhook, WebhookDefinition } from '../management-api/operations-resources.js';

/** A header field of every call, as it is typed. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

/** The values of the form of a webhook. */
export interface WebhookValues extends WebhookDefinition {
  /** `null` keeps the stored header fields, whose values the service does not show. */
  readonly headers: readonly HeaderRow[] | null;
}

export const NEW_WEBHOOK: WebhookValues = {
  label: '',
  url: '',
  types: [],
  resourceTypes: [],
  operations: [],
  visibility: 'public',
  payload: 'full',
  format: 'json',
  ordering: 'entry',
  latestOnly: false,
  includeDerived: true,
  maxConcurrency: 4,
  maxPerSecond: null,
  headers: [],
};

/** JSON pointers of the inputs. */
export const WEBHOOK_POINTERS = [...Object.keys(NEW_WEBHOOK), 'signature'].map((name) => `/${name}`);

export function toWebhookValues(webhook: Webhook): WebhookValues {
  const { label, url, types, resourceTypes, operations, visibility, payload, format } = webhook;
  const { ordering, latestOnly, includeDerived, maxConcurrency, maxPerSecond, headerNames } = webhook;
  return {
    ...{ label, url, types, resourceTypes, operations, visibility, payload, format },
    ...{ ordering, latestOnly, includeDerived, maxConcurrency, maxPerSecond },
    headers: headerNames.length === 0 ? [] : null,
  };
}

/**
 * The request body for values or changes of them; header fields become an object.
 *
 * @throws ApiError for a header field that is named twice, which an object cannot hold
 */
export function toRequestBody({ headers, ...others }: Partial<WebhookValues>): object {
  if (headers === undefined || headers === null) return others;
  const given = headers.filter(({ name, value }) => name !== '' || value !== '');
  const names = given.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw toValidationError([
      { detail: t`The header ${twice} is there twice.`, pointer: '/headers', meta: {} },
    ]);
  return { ...others, headers: Object.fromEntries(given.map(({ name, value }) => [name, value])) };
}
