import { ENTRY_EVENT_OPERATIONS, EVENT_TYPE_NAMES, RESOURCE_TYPE_RULE } from '@content-service/events';
import {
  type ChangeOf,
  GRACE_SECONDS_RULE,
  LABEL_RULE,
  type MemberRule,
  type MemberRules,
  type MembersOf,
  type ValueOf,
} from '@content-service/kernel';
import { SIGNATURE_SCHEMES } from './signature.js';
import { URL_MAXIMUM } from './webhook-url.js';

/**
 * What an administrator decides about an endpoint. The type `WebhookDefinition`, the checks and descriptions of requests and
 * resources, the options of the command line and the defaults of forms follow from it.
 */
export const WEBHOOK_MEMBERS = {
  label: {
    type: 'string',
    ...LABEL_RULE,
    required: true,
    description: 'The name.',
    examples: ['Search index'],
  },
  url: {
    type: 'string',
    required: true,
    maxLength: URL_MAXIMUM,
    description: 'What is called by POST.',
    examples: ['https://search.example/content-changed'],
  },
  types: {
    type: 'array',
    items: { type: 'string', enum: EVENT_TYPE_NAMES },
    uniqueItems: true,
    default: [],
    description: 'Empty: events of all types.',
  },
  /** Selects events of entries, like `operations`. */
  resourceTypes: {
    type: 'array',
    items: RESOURCE_TYPE_RULE,
    maxItems: 100,
    uniqueItems: true,
    default: [],
    description: 'Empty: entries of all resource types.',
  },
  operations: {
    type: 'array',
    items: { type: 'string', enum: ENTRY_EVENT_OPERATIONS },
    uniqueItems: true,
    default: [],
    description: 'Empty: all.',
  },
  /** `content` needs an owner with the scope content:administer, `management` one with site_settings:administer. */
  visibility: {
    type: 'string',
    enum: ['public', 'content', 'management'],
    default: 'public',
    description:
      '`public`: what an anonymous reader sees. `content`: unpublished entries as well. `management`: changes of management data, none of entries.',
  },
  payload: {
    type: 'string',
    enum: ['full', 'thin'],
    default: 'full',
    description: '`thin`: no attributes and relationships.',
  },
  /** `json`: the document itself. `cloudevents`: within a CloudEvents 1.0 envelope. */
  format: { type: 'string', enum: ['json', 'cloudevents'], default: 'json' },
  ordering: {
    type: 'string',
    enum: ['entry', 'none'],
    default: 'entry',
    description: '`entry`: the events of an entry, or of another object, are delivered one after the other.',
  },
  latestOnly: {
    type: 'boolean',
    default: false,
    description: 'Whether a delivery is skipped when a later one is waiting.',
  },
  includeDerived: {
    type: 'boolean',
    default: true,
    addedLater: true,
    description: 'Whether referrers that lose a deleted entry are sent, too (`cause` `target_deleted`).',
  },
  maxConcurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 32,
    default: 4,
    description: 'Calls at the same time.',
  },
  maxPerSecond: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    nullable: true,
    default: null,
    addedLater: true,
    description: 'Calls that begin in a second, in all processes; `null`: no limit.',
  },
  enabled: { type: 'boolean', default: true },
} as const satisfies MemberRules;

/** Names and values of header fields (RFC 9110 §5.1 and §5.5), visible ASCII only. */
export const WEBHOOK_HEADERS = {
  type: 'object',
  maxProperties: 20,
  propertyNames: {
    type: 'string',
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",
    mismatch: {
      message: 'headers must have names of HTTP header fields.',
      rule: { format: 'header-name' },
    },
  },
  additionalProperties: {
    type: 'string',
    pattern: '^[!-~]([ -~]{0,998}[!-~])?$',
    // Values can be secrets and are not part of messages.
    mismatch: {
      message: 'Values of headers must be texts of 1 to 1000 visible ASCII characters.',
      rule: { format: 'header-value' },
    },
  },
  default: {},
  description: 'Further header fields of every call. Their values are not shown again.',
} as const satisfies MemberRule;

export const WEBHOOK_SIGNATURE = {
  type: 'string',
  enum: SIGNATURE_SCHEMES,
  default: 'v1',
  description: 'The scheme of Standard Webhooks: `v1` is HMAC-SHA256, `v1a` Ed25519.',
} as const satisfies MemberRule;

/** The members of the body that creates an endpoint. */
export const NEW_WEBHOOK_MEMBERS = {
  ...WEBHOOK_MEMBERS,
  headers: WEBHOOK_HEADERS,
  signature: WEBHOOK_SIGNATURE,
} as const satisfies MemberRules;

/** The members of the body that changes an endpoint. */
export const CHANGED_WEBHOOK_MEMBERS = {
  ...WEBHOOK_MEMBERS,
  headers: WEBHOOK_HEADERS,
} as const satisfies MemberRules;

/** The members of the body that rotates the secret. For a day receivers can change over. */
export const WEBHOOK_ROTATION_MEMBERS = {
  graceSeconds: { ...GRACE_SECONDS_RULE, default: 86_400 },
} as const satisfies MemberRules;

export type WebhookDefinition = MembersOf<typeof WEBHOOK_MEMBERS>;
export type WebhookVisibility = WebhookDefinition['visibility'];
export type WebhookHeaders = ValueOf<typeof WEBHOOK_HEADERS>;

/** The members of an endpoint that a request gives; omitted ones stay as they are. `headers` replaces all of them. */
export type WebhookChange = ChangeOf<typeof CHANGED_WEBHOOK_MEMBERS>;
