import { isEntryEventType } from '@content-service/events';
import {
  AggregateDomainError,
  type DomainError,
  findMemberProblems,
  getDefaults,
  type MemberRule,
  pickMembers,
  ProblemList,
} from '@content-service/kernel';
import { WebhookInvalid, WebhookUrlRefused } from './webhook.errors.js';
import {
  WEBHOOK_MEMBERS,
  type WebhookChange,
  type WebhookDefinition,
  type WebhookHeaders,
} from './webhook-members.js';
import { validateWebhookUrl, type WebhookUrlPolicy } from './webhook-url.js';

/** A missing label or URL is one that breaks its rule. */
const NEW_WEBHOOK: WebhookDefinition = { label: '', url: '', ...getDefaults(WEBHOOK_MEMBERS) };

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
  present: WebhookDefinition = NEW_WEBHOOK,
): WebhookDefinition {
  const given = Object.entries<unknown>(changes).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(WEBHOOK_MEMBERS, name),
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
  for (const problem of findDefinitionProblems(definition, headers, policy)) problems.add(() => problem);
  for (const problem of findSelectionProblems(definition)) problems.add(() => problem);
  AggregateDomainError.throwIfAny(problems);
}

/** The problems of single members. */
export function* findDefinitionProblems(
  definition: WebhookDefinition,
  headers: WebhookHeaders,
  policy: WebhookUrlPolicy,
): Generator<DomainError> {
  for (const [name, value] of Object.entries(pickMembers(WEBHOOK_MEMBERS, definition)))
    if (name === 'url') yield* findUrlProblems(definition, policy);
    else yield* findValueProblems(name, WEBHOOK_MEMBERS[name as keyof WebhookDefinition], value);
  yield* findHeaderProblems(headers);
}

function* findUrlProblems({ url }: WebhookDefinition, policy: WebhookUrlPolicy): Generator<DomainError> {
  const problem = validateWebhookUrl(url, policy);
  if (problem !== undefined) yield new WebhookUrlRefused(problem);
}

export function* findValueProblems(
  name: string,
  rule: MemberRule,
  value: unknown,
): Generator<WebhookInvalid> {
  for (const { pointer, message, rule: broken } of findMemberProblems(name, rule, value))
    yield new WebhookInvalid(pointer, message, broken);
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
