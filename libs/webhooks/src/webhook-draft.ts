import { AggregateDomainError, type DomainError, ProblemList, validateLabel } from '@content-service/kernel';
import { WebhookInvalid, WebhookUrlRefused } from './webhook.errors.js';
import type { WebhookDefinition } from './webhook-endpoint.js';
import type { WebhookHeaders } from './webhook-secrets.js';
import { validateWebhookUrl, type WebhookUrlPolicy } from './webhook-url.js';

/** The members of an endpoint that a request gives; omitted ones stay as they are. */
export type WebhookChange = {
  readonly [Name in keyof WebhookDefinition]?: WebhookDefinition[Name] | undefined;
} & {
  /** Further headers of every call; replaces all of them. */
  readonly headers?: WebhookHeaders | undefined;
};

const DEFAULTS: WebhookDefinition = {
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
  maxConcurrency: 4,
  maxPerSecond: null,
  enabled: true,
};

const CONCURRENCY_MAXIMUM = 32;
const RATE_MAXIMUM = 1000;
const RESOURCE_TYPES_MAXIMUM = 100;
const RESOURCE_TYPE = /^[a-z][a-z0-9_]{0,63}--[a-z][a-z0-9_]{0,63}$/;
const HEADERS_MAXIMUM = 20;
/** RFC 9110 §5.1 and §5.5, visible ASCII only. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/;
/** Headers that the service or the connection sets. */
const RESERVED_HEADER =
  /^(webhook-.*|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|content-.*|accept-encoding|user-agent|idempotency-key)$/i;

/** The definition after a change; without a present one, that of a new endpoint. */
export function applyWebhookChange(
  changes: WebhookChange,
  present: WebhookDefinition = DEFAULTS,
): WebhookDefinition {
  const given = Object.entries<unknown>(changes).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(DEFAULTS, name),
  );
  return { ...present, ...(Object.fromEntries(given) as Partial<WebhookDefinition>) };
}

/** @throws WebhookInvalid, WebhookUrlRefused (as `AggregateDomainError` when there are several) */
export function assertValidWebhook(
  definition: WebhookDefinition,
  headers: WebhookHeaders,
  policy: WebhookUrlPolicy,
): void {
  const problems = new ProblemList();
  for (const problem of findProblems(definition, headers, policy)) problems.add(() => problem);
  AggregateDomainError.throwIfAny(problems);
}

function* findProblems(
  { label, url, resourceTypes, maxConcurrency, maxPerSecond = null }: WebhookDefinition,
  headers: WebhookHeaders,
  policy: WebhookUrlPolicy,
): Generator<DomainError> {
  const labelRule = validateLabel(label);
  if (labelRule !== undefined) yield new WebhookInvalid('/label', `label ${labelRule}`);
  const urlRule = validateWebhookUrl(url, policy);
  if (urlRule !== undefined) yield new WebhookUrlRefused(urlRule);
  yield* findResourceTypeProblems(resourceTypes);
  if (!isNumberUpTo(maxConcurrency, CONCURRENCY_MAXIMUM))
    yield new WebhookInvalid(
      '/maxConcurrency',
      `maxConcurrency must be a number from 1 to ${CONCURRENCY_MAXIMUM}.`,
    );
  if (maxPerSecond !== null && !isNumberUpTo(maxPerSecond, RATE_MAXIMUM))
    yield new WebhookInvalid(
      '/maxPerSecond',
      `maxPerSecond must be a number from 1 to ${RATE_MAXIMUM}, or null.`,
    );
  yield* findHeaderProblems(headers);
}

function isNumberUpTo(value: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maximum;
}

/** What is wrong with the names in the member `resourceTypes`. */
export function* findResourceTypeProblems(resourceTypes: readonly string[]): Generator<WebhookInvalid> {
  if (resourceTypes.length > RESOURCE_TYPES_MAXIMUM)
    yield new WebhookInvalid(
      '/resourceTypes',
      `resourceTypes must have at most ${RESOURCE_TYPES_MAXIMUM} items.`,
    );
  const wrong = resourceTypes.findIndex((type) => !RESOURCE_TYPE.test(type));
  if (wrong !== -1)
    yield new WebhookInvalid(`/resourceTypes/${wrong}`, 'A resource type must be such as node--article.');
}

function* findHeaderProblems(headers: WebhookHeaders): Generator<WebhookInvalid> {
  const names = Object.keys(headers);
  if (names.length > HEADERS_MAXIMUM)
    yield new WebhookInvalid('/headers', `headers must have at most ${HEADERS_MAXIMUM} members.`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    yield new WebhookInvalid('/headers', 'headers must not have a name twice; case does not matter.');
  if (!names.every((name) => HEADER_NAME.test(name)))
    yield new WebhookInvalid('/headers', 'headers must have names of HTTP header fields.');
  const reserved = names.find((name) => RESERVED_HEADER.test(name));
  if (reserved !== undefined)
    yield new WebhookInvalid(`/headers/${reserved}`, `The header ${reserved} is set by the service.`);
  // Values can be secrets and are not part of messages.
  if (!Object.values(headers).every((value) => typeof value === 'string' && HEADER_VALUE.test(value)))
    yield new WebhookInvalid(
      '/headers',
      'Values of headers must be texts of 1 to 1000 visible ASCII characters.',
    );
}
