import { isEntryEventType } from '@content-service/events';
import {
  AggregateDomainError,
  type DomainError,
  LABEL_RULE,
  ProblemList,
  validateLabel,
} from '@content-service/kernel';
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
  includeDerived: true,
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
  for (const problem of findMemberProblems(definition, headers, policy)) problems.add(() => problem);
  for (const problem of findSelectionProblems(definition)) problems.add(() => problem);
  AggregateDomainError.throwIfAny(problems);
}

/** The problems of single members. */
export function* findMemberProblems(
  definition: WebhookDefinition,
  headers: WebhookHeaders,
  policy: WebhookUrlPolicy,
): Generator<DomainError> {
  const { label, url, resourceTypes, maxConcurrency, maxPerSecond = null } = definition;
  const labelRule = validateLabel(label);
  if (labelRule !== undefined) yield new WebhookInvalid('/label', `label ${labelRule}`, LABEL_RULE);
  const urlProblem = validateWebhookUrl(url, policy);
  if (urlProblem !== undefined) yield new WebhookUrlRefused(urlProblem);
  yield* findResourceTypeProblems(resourceTypes);
  if (!isNumberUpTo(maxConcurrency, CONCURRENCY_MAXIMUM))
    yield new WebhookInvalid(
      '/maxConcurrency',
      `maxConcurrency must be a number from 1 to ${CONCURRENCY_MAXIMUM}.`,
      { minimum: 1, maximum: CONCURRENCY_MAXIMUM },
    );
  if (maxPerSecond !== null && !isNumberUpTo(maxPerSecond, RATE_MAXIMUM))
    yield new WebhookInvalid(
      '/maxPerSecond',
      `maxPerSecond must be a number from 1 to ${RATE_MAXIMUM}, or null.`,
      { minimum: 1, maximum: RATE_MAXIMUM },
    );
  yield* findHeaderProblems(headers);
}

function isNumberUpTo(value: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maximum;
}

/** Selections by which the endpoint would get nothing, because of its visibility. */
export function* findSelectionProblems({
  types,
  resourceTypes,
  operations,
  visibility,
}: WebhookDefinition): Generator<WebhookInvalid> {
  const isForManagement = visibility === 'management';
  const foreign = types.findIndex((type) => isEntryEventType(type) === isForManagement);
  if (foreign !== -1)
    yield new WebhookInvalid(
      `/types/${foreign}`,
      isForManagement
        ? `The visibility management has no events of entries, got '${types[foreign]}'.`
        : `Events of the type '${types[foreign]}' need the visibility management.`,
      { format: 'visible-event-type' },
    );
  for (const [name, selected] of Object.entries({ resourceTypes, operations }))
    if (isForManagement && selected.length > 0)
      yield new WebhookInvalid(
        `/${name}`,
        `${name} selects events of entries, which the visibility management does not have.`,
        { maxItems: 0 },
      );
}

/** What is wrong with the names in the member `resourceTypes`. */
export function* findResourceTypeProblems(resourceTypes: readonly string[]): Generator<WebhookInvalid> {
  if (resourceTypes.length > RESOURCE_TYPES_MAXIMUM)
    yield new WebhookInvalid(
      '/resourceTypes',
      `resourceTypes must have at most ${RESOURCE_TYPES_MAXIMUM} items.`,
      { maxItems: RESOURCE_TYPES_MAXIMUM },
    );
  const wrong = resourceTypes.findIndex((type) => !RESOURCE_TYPE.test(type));
  if (wrong !== -1)
    yield new WebhookInvalid(`/resourceTypes/${wrong}`, 'A resource type must be such as node--article.', {
      format: 'resource-type',
    });
}

function* findHeaderProblems(headers: WebhookHeaders): Generator<WebhookInvalid> {
  const names = Object.keys(headers);
  if (names.length > HEADERS_MAXIMUM)
    yield new WebhookInvalid('/headers', `headers must have at most ${HEADERS_MAXIMUM} members.`, {
      maxItems: HEADERS_MAXIMUM,
    });
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    yield new WebhookInvalid('/headers', 'headers must not have a name twice; case does not matter.', {
      uniqueItems: true,
    });
  if (!names.every((name) => HEADER_NAME.test(name)))
    yield new WebhookInvalid('/headers', 'headers must have names of HTTP header fields.', {
      format: 'header-name',
    });
  const reserved = names.find((name) => RESERVED_HEADER.test(name));
  if (reserved !== undefined)
    yield new WebhookInvalid(`/headers/${reserved}`, `The header ${reserved} is set by the service.`, {
      format: 'free-header-name',
    });
  // Values can be secrets and are not part of messages.
  if (!Object.values(headers).every((value) => typeof value === 'string' && HEADER_VALUE.test(value)))
    yield new WebhookInvalid(
      '/headers',
      'Values of headers must be texts of 1 to 1000 visible ASCII characters.',
      { format: 'header-value' },
    );
}
