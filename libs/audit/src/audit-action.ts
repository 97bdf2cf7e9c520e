/** What can be told of one kind of event. */
interface ActionRow {
  /** The rest of the sentence «Alice …», for people who read the log. */
  readonly says: string;
  /** What the event's `subject.id` names. */
  readonly subject: string;
  /** The details it can carry; nothing else gets into the log, so no secret does. */
  readonly details: readonly string[];
}

/** Everything that is noted. Names are stable: people filter by them. A new action is a row here. */
export const AUDIT_ACTIONS = {
  'login.succeeded': { says: 'signed in', subject: 'user', details: [] },
  'login.failed': { says: 'failed to sign in', subject: 'user', details: ['reason'] },
  'login.throttled': {
    says: 'tried to sign in too often',
    subject: 'user',
    details: ['limit', 'retryAfterSeconds'],
  },
  'session.ended': { says: 'signed out', subject: 'user', details: [] },

  'user.created': { says: 'created a user', subject: 'user', details: ['name', 'role'] },
  'user.renamed': {
    says: 'renamed a user',
    subject: 'user',
    details: ['previousName', 'name', 'displayName'],
  },
  'user.role_assigned': {
    says: 'gave a user another role',
    subject: 'user',
    details: ['previousRole', 'role'],
  },
  'user.password_changed': { says: 'set a new password', subject: 'user', details: [] },
  'user.enabled': { says: 'enabled a user', subject: 'user', details: [] },
  'user.disabled': { says: 'disabled a user', subject: 'user', details: [] },
  'user.deleted': { says: 'deleted a user', subject: 'user', details: ['name'] },

  'role.created': { says: 'created a role', subject: 'role', details: ['label', 'scopes'] },
  'role.changed': { says: 'changed a role', subject: 'role', details: ['label', 'scopes'] },
  'role.deleted': { says: 'deleted a role', subject: 'role', details: [] },

  'client.created': { says: 'created an API client', subject: 'client', details: ['label', 'scopes'] },
  'client.changed': {
    says: 'changed an API client',
    subject: 'client',
    details: ['label', 'scopes', 'members'],
  },
  'client.secret_rotated': {
    says: 'gave an API client a new secret',
    subject: 'client',
    details: ['graceSeconds'],
  },
  'client.tokens_revoked': { says: 'revoked all tokens of an API client', subject: 'client', details: [] },
  'client.deleted': { says: 'deleted an API client', subject: 'client', details: ['label'] },

  'consent.given': { says: 'granted scopes to an API client', subject: 'client', details: ['scopes'] },
  'consent.denied': { says: 'denied scopes to an API client', subject: 'client', details: ['scopes'] },
  'consent.revoked': {
    says: 'took back every consent to a client',
    subject: 'client',
    details: ['consents'],
  },
  'token.issued': { says: 'got an access token', subject: 'token', details: ['grant', 'scopes'] },
  'token.revoked': { says: 'revoked a token', subject: 'token', details: [] },
  'token.reused': {
    says: 'used a code or refresh token a second time',
    subject: 'family',
    details: ['grant'],
  },
  'key.rotated': { says: 'put a new signing key into use', subject: 'key', details: ['algorithm'] },

  'setting.changed': { says: 'changed a setting', subject: 'setting', details: ['previous', 'value'] },
  'bundle.created': { says: 'created a bundle', subject: 'bundle', details: ['label'] },
  'bundle.changed': { says: 'changed a bundle', subject: 'bundle', details: ['label'] },
  'bundle.removed': { says: 'removed a bundle', subject: 'bundle', details: ['entries'] },
  'field.added': { says: 'added a field', subject: 'bundle', details: ['field', 'type'] },
  'field.changed': { says: 'changed a field', subject: 'bundle', details: ['field', 'type'] },
  'field.removed': { says: 'removed a field', subject: 'bundle', details: ['field', 'entries'] },
} as const satisfies Readonly<Record<string, ActionRow>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export type AuditDetail = string | number | boolean | readonly string[];

type DetailName<Action extends AuditAction> = (typeof AUDIT_ACTIONS)[Action]['details'][number];

/** The details that events of one action can carry. */
export type DetailsOf<Action extends AuditAction> = [DetailName<Action>] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Partial<Record<DetailName<Action>, AuditDetail>>>;
