import { isEntryEventType } from '@content-service/events';
import {
  AggregateDomainError,
  type DomainError,
  findMemberProblems,
  getDefaults,
  type MemberRule,
  pickGiven,
  pickMembers,
  ProblemList,
  type ValueRule,
} from '@content-service/kernel';
import { WebhookInvalid, WebhookUrlRefused } from './webhook.errors.js';
import {
  WEBHOOK_HEADERS,
  WEBHOOK_MEMBERS,
  type WebhookChange,
  type WebhookDefinition,
  type WebhookHeaders,
} from './webhook-members.js';
import { validateWebhookUrl, type WebhookUrlPolicy } from './webhook-url.js';

/** A missing label or URL is one that breaks its rule. */
const NEW_WEBHOOK: WebhookDefinition = { label: '', url: '', ...getDefaults(WEBHOOK_MEMBERS) };

/** Headers that the service or the connection sets. */
const RESERVED_HEADER =
  /^(webhook-.*|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|content-.*|accept-encoding|user-agent|idempotency-key)$/i;

/** The definition after a change; without a current one, the definition of a new endpoint. */
export function applyWebhookChange(
  changes: WebhookChange,
  present: WebhookDefinition = NEW_WEBHOOK,
): WebhookDefinition {
  return { ...present, ...pickGiven(WEBHOOK_MEMBERS, changes) };
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
  const { maxProperties, propertyNames, additionalProperties } = WEBHOOK_HEADERS;
  const names = Object.keys(headers);
  if (names.length > maxProperties)
    yield new WebhookInvalid('/headers', `headers must have at most ${maxProperties} members.`, {
      maxItems: maxProperties,
    });
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    yield new WebhookInvalid('/headers', 'headers must not have a name twice; case does not matter.', {
      uniqueItems: true,
    });
  yield* findFirstProblem(propertyNames, names);
  const reserved = names.find((name) => RESERVED_HEADER.test(name));
  if (reserved !== undefined)
    yield new WebhookInvalid(`/headers/${reserved}`, `The header ${reserved} is set by the service.`, {
      format: 'free-header-name',
    });
  yield* findFirstProblem(additionalProperties, Object.values<unknown>(headers));
}

/** The problem of the first name or value of a header that breaks its rule; what is no text does, too. */
function* findFirstProblem(rule: ValueRule, texts: readonly unknown[]): Generator<WebhookInvalid> {
  for (const text of texts)
    for (const problem of findValueProblems('headers', rule, typeof text === 'string' ? text : '')) {
      yield problem;
      return;
    }
}
