/** Definition of one action. */
interface AuditActionDefinition {
  /** The predicate of the sentence «Alice …», for display. */
  readonly description: string;
  /** The kind of object that `subject.id` identifies. */
  readonly subject: string;
  /** The permitted details; all others are dropped, so that no secret is stored. */
  readonly details: readonly string[];
  /** Recorded as an event as well, in the same transaction: of the same name, or of the given one. Absent: no event. */
  readonly emits?: true | string;
}

/** The kind of a job, and what a bulk action did. */
const JOB_DETAILS = ['kind', 'resourceType', 'action', 'undoes'] as const;

/** All recorded actions. Names are stable, since filters use them. A new action is a row here. */
export const AUDIT_ACTIONS = {
  'login.succeeded': { description: 'signed in', subject: 'user', details: [] },
  'login.failed': { description: 'failed to sign in', subject: 'user', details: ['reason'] },
  'login.throttled': {
    description: 'tried to sign in too often',
    subject: 'user',
    details: ['limit', 'retryAfterSeconds'],
  },
  'session.ended': { description: 'signed out', subject: 'user', details: [] },

  'user.created': { description: 'created a user', subject: 'user', details: ['name', 'role'], emits: true },
  'user.renamed': {
    description: 'renamed a user',
    subject: 'user',
    details: ['previousName', 'name', 'displayName'],
    emits: true,
  },
  'user.role_assigned': {
    description: 'gave a user another role',
    subject: 'user',
    details: ['previousRole', 'role'],
    emits: true,
  },
  'user.password_changed': { description: 'set a new password', subject: 'user', details: [], emits: true },
  'user.password_link_created': {
    description: 'made a link for a new password',
    subject: 'user',
    details: [],
  },
  'user.enabled': { description: 'enabled a user', subject: 'user', details: [], emits: true },
  'user.disabled': { description: 'disabled a user', subject: 'user', details: [], emits: true },
  'user.unlocked': { description: 'forgave a user failed logins', subject: 'user', details: [], emits: true },
  'user.deleted': { description: 'deleted a user', subject: 'user', details: ['name'], emits: true },

  'role.created': {
    description: 'created a role',
    subject: 'role',
    details: ['label', 'scopes'],
    emits: true,
  },
  'role.changed': {
    description: 'changed a role',
    subject: 'role',
    details: ['label', 'scopes'],
    emits: true,
  },
  'role.deleted': { description: 'deleted a role', subject: 'role', details: [], emits: true },

  'client.created': {
    description: 'created an API client',
    subject: 'client',
    details: ['label', 'scopes'],
    emits: true,
  },
  'client.changed': {
    description: 'changed an API client',
    subject: 'client',
    details: ['label', 'scopes', 'members'],
    emits: true,
  },
  'client.secret_rotated': {
    description: 'gave an API client a new secret',
    subject: 'client',
    details: ['graceSeconds'],
    emits: true,
  },
  'client.tokens_revoked': {
    description: 'revoked all tokens of an API client',
    subject: 'client',
    details: [],
    emits: true,
  },
  'client.deleted': {
    description: 'deleted an API client',
    subject: 'client',
    details: ['label'],
    emits: true,
  },

  'consent.given': { description: 'granted scopes to an API client', subject: 'client', details: ['scopes'] },
  'consent.denied': { description: 'denied scopes to an API client', subject: 'client', details: ['scopes'] },
  'consent.revoked': {
    description: 'took back every consent to a client',
    subject: 'client',
    details: ['consents'],
    emits: true,
  },
  'token.issued': { description: 'got an access token', subject: 'token', details: ['grant', 'scopes'] },
  'token.revoked': { description: 'revoked a token', subject: 'token', details: [] },
  'token.reused': {
    description: 'used a code or refresh token a second time',
    subject: 'family',
    details: ['grant'],
  },
  'key.rotated': {
    description: 'put a new signing key into use',
    subject: 'key',
    details: ['algorithm'],
    emits: true,
  },
  'key.revoked': {
    description: 'replaced all signing keys and ended the tokens signed with them',
    subject: 'key',
    details: ['algorithm'],
    emits: true,
  },

  'entry.created': {
    description: 'created an entry',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.changed': {
    description: 'changed an entry',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.published': {
    description: 'published an entry',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.unpublished': {
    description: 'unpublished an entry',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.deleted': {
    description: 'deleted an entry',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.copy_saved': {
    description: 'saved changes of an entry that are not published yet',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'entry.copy_discarded': {
    description: 'discarded changes of an entry that were not published yet',
    subject: 'entry',
    details: ['type', 'version', 'cause'],
  },
  'schedule.cancelled': {
    description: 'cancelled the scheduled publication of an entry',
    subject: 'entry',
    details: ['action', 'dueAt'],
  },
  'schedule.changed': {
    description: 'changed the schedule of a job',
    subject: 'schedule',
    details: ['cron', 'enabled'],
  },
  'schedule.run': { description: 'started the job of a schedule', subject: 'schedule', details: ['job'] },
  'site.imported': {
    description: 'imported a site package',
    subject: 'site',
    details: ['bundles', 'inserted', 'updated', 'problems'],
    emits: true,
  },

  'job.queued': { description: 'started a job', subject: 'job', details: JOB_DETAILS },
  'job.cancelled': { description: 'cancelled a job', subject: 'job', details: JOB_DETAILS },
  'job.resumed': { description: 'resumed a job', subject: 'job', details: JOB_DETAILS },
  'job.retried': { description: 'retried a failed job', subject: 'job', details: JOB_DETAILS },
  'job.finished': {
    description: 'finished a job',
    subject: 'job',
    details: [...JOB_DETAILS, 'state'],
    emits: true,
  },

  'consumer.changed': {
    description: 'paused, resumed or moved a consumer of the event log',
    subject: 'consumer',
    details: ['paused', 'position'],
  },
  'consumer.replayed': {
    description: 'published events to the message broker again',
    subject: 'consumer',
    details: ['job', 'from', 'until', 'types', 'resourceTypes'],
  },
  'consumer.removed': {
    description: 'removed a consumer of the event log',
    subject: 'consumer',
    details: ['position'],
  },

  'webhook.created': { description: 'created a webhook', subject: 'webhook', details: ['label', 'url'] },
  'webhook.changed': {
    description: 'changed a webhook',
    subject: 'webhook',
    details: ['label', 'url', 'members'],
  },
  'webhook.secret_rotated': {
    description: 'gave a webhook a new secret',
    subject: 'webhook',
    details: ['graceSeconds'],
  },
  'webhook.tested': { description: 'tested a webhook', subject: 'webhook', details: [] },
  'webhook.redelivered': {
    description: 'started a delivery again',
    subject: 'webhook',
    details: ['delivery'],
  },
  'webhook.replayed': {
    description: 'sent events to a webhook again',
    subject: 'webhook',
    details: ['job', 'from', 'until', 'types', 'resourceTypes', 'states'],
  },
  'webhook.disabled': {
    description: 'disabled a webhook that does not receive',
    subject: 'webhook',
    details: ['label', 'reason'],
    emits: 'webhook.endpoint_disabled',
  },
  'webhook.gap': {
    description: 'deleted events before the deliveries to webhooks were created',
    subject: 'consumer',
    details: ['after', 'before'],
    emits: true,
  },
  'webhook.deleted': { description: 'deleted a webhook', subject: 'webhook', details: ['label'] },

  'access.refused': {
    description: 'was refused access',
    subject: 'route',
    details: ['method', 'code'],
  },
  'client.authentication_failed': {
    description: 'failed to authenticate as an API client',
    subject: 'client',
    details: ['endpoint', 'failures'],
  },

  'setting.changed': {
    description: 'changed a setting',
    subject: 'setting',
    details: ['previous', 'value'],
    emits: true,
  },
  'bundle.created': { description: 'created a bundle', subject: 'bundle', details: ['label'], emits: true },
  'bundle.changed': { description: 'changed a bundle', subject: 'bundle', details: ['label'], emits: true },
  'bundle.removed': { description: 'removed a bundle', subject: 'bundle', details: ['entries'], emits: true },
  'field.added': { description: 'added a field', subject: 'bundle', details: ['field', 'type'], emits: true },
  'field.changed': {
    description: 'changed a field',
    subject: 'bundle',
    details: ['field', 'type'],
    emits: true,
  },
  'field.removed': {
    description: 'removed a field',
    subject: 'bundle',
    details: ['field', 'entries'],
    emits: true,
  },
} as const satisfies Readonly<Record<string, AuditActionDefinition>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export type AuditDetail = string | number | boolean | readonly string[];

type DetailName<Action extends AuditAction> = (typeof AUDIT_ACTIONS)[Action]['details'][number];

/** The details of one action. */
export type AuditDetailsFor<Action extends AuditAction> = [DetailName<Action>] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Partial<Record<DetailName<Action>, AuditDetail>>>;
