import type { MemberRule } from './member-rule.js';

/**
 * How long a secret stays valid beside its successor. Not stated by a specification; a week is long enough to change over.
 * Resources add their default.
 */
export const GRACE_SECONDS_RULE = {
  type: 'integer',
  minimum: 0,
  maximum: 604_800,
  mismatch: {
    message: 'graceSeconds must be a whole number from {minimum} to {maximum}, got {value}.',
  },
} as const satisfies MemberRule;
