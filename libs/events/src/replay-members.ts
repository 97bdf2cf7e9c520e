import type { MemberRules, ValueRule } from '@content-service/kernel';
import { EVENT_TYPE_NAMES } from './event-types.js';

export const RESOURCE_TYPE_RULE = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,63}--[a-z][a-z0-9_]{0,63}$',
  mismatch: {
    message: 'A resource type must be such as node--article.',
    rule: { format: 'resource-type' },
  },
  description: 'A resource type.',
  examples: ['node--article'],
} as const satisfies ValueRule;

/** Which events are sent again; omitted members do not restrict them. The ends are checked by `findRangeProblems`. */
export const REPLAY_MEMBERS = {
  /** The cursor of an event (exclusive) or a date-time (inclusive). */
  from: {
    type: 'string',
    required: true,
    description: 'Where the events begin: behind the `sequence` of an event, or a date-time.',
    examples: ['2024-01-31T12:00:00Z'],
  },
  /** The cursor of an event (inclusive) or a date-time (exclusive). */
  until: {
    type: 'string',
    description:
      'Where they end: with the event of this `sequence`, or before a date-time. Default: the end of the log.',
    examples: ['4711-0190163d'],
  },
  types: {
    type: 'array',
    items: { type: 'string', enum: EVENT_TYPE_NAMES },
    minItems: 1,
    uniqueItems: true,
  },
  dryRun: {
    type: 'boolean',
    description: 'Starts no replay: the answer is 200 with the number of events that it would send.',
  },
} as const satisfies MemberRules;

/** The members of the body that requests a replay to the message broker. */
export const BROKER_REPLAY_MEMBERS = {
  resourceTypes: {
    type: 'array',
    items: {
      ...RESOURCE_TYPE_RULE,
      checkedBy: 'body',
      mismatch: {
        message: 'resourceTypes must be names of resource types such as node--article.',
        rule: { format: 'resource-type' },
      },
    },
    minItems: 1,
    uniqueItems: true,
  },
  ...REPLAY_MEMBERS,
} as const satisfies MemberRules;
