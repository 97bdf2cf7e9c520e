import type { Account, Role } from '@content-service/accounts';
import type { StoredJobSchedule } from '@content-service/jobs';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { WebhookEndpoint } from '@content-service/webhooks';

// The lines of a backup. What is optional here is a credential, which only a backup with credentials has.

type WithScopeNames<T, Member extends keyof T> = Omit<T, Member> &
  Readonly<Record<Member, readonly string[]>>;

type RoleRecord = WithScopeNames<Role, 'scopes'>;
type UserRecord = Omit<Account, 'passwordHash'> & Partial<Pick<Account, 'passwordHash'>>;
type ClientRecord = WithScopeNames<ApiClient, 'allowedScopes'>;
type WebhookSecretMember = 'sealedSecrets' | 'sealedHeaders';
type WebhookRecord = Omit<WebhookEndpoint, WebhookSecretMember | 'circuit' | 'startPosition'> &
  Partial<Pick<WebhookEndpoint, WebhookSecretMember>>;

/** What administrators have decided about the schedule of a job. */
type ScheduleRecord = Pick<StoredJobSchedule, 'name' | 'cron' | 'enabled'>;

/** The records of changed schedules, without their runs. */
export function toScheduleRecords(schedules: readonly StoredJobSchedule[]): readonly ScheduleRecord[] {
  return schedules
    .filter(({ cron, enabled }) => cron !== undefined || enabled !== undefined)
    .map(({ name, cron, enabled }) => ({ name, cron, enabled }));
}

/** The service computes the next time when it runs. */
export function parseScheduleRecord(line: string): StoredJobSchedule {
  return { ...(JSON.parse(line) as ScheduleRecord), version: 1 };
}

export function toRoleRecord(role: Role): RoleRecord {
  return { ...role, scopes: role.scopes.toArray() };
}

export function parseRoleRecord(line: string): Role {
  const record = JSON.parse(line) as RoleRecord;
  return { ...record, scopes: ScopeSet.of(...record.scopes) };
}

export function toUserRecord({ passwordHash, ...account }: Account, withCredentials: boolean): UserRecord {
  return withCredentials ? { ...account, passwordHash } : account;
}

export function parseUserRecord(line: string): UserRecord {
  return JSON.parse(line) as UserRecord;
}

export function toClientRecord(client: ApiClient, withCredentials: boolean): ClientRecord {
  const secrets = withCredentials ? client.secrets : [];
  return { ...client, secrets, allowedScopes: client.allowedScopes.toArray() };
}

export function parseClientRecord(line: string): ApiClient {
  const record = JSON.parse(line) as ClientRecord;
  return { ...record, allowedScopes: ScopeSet.of(...record.allowedScopes) };
}

/** Without the circuit, which describes the receiver at the time of the backup, and the position in a log that it has not. */
export function toWebhookRecord(endpoint: WebhookEndpoint, withCredentials: boolean): WebhookRecord {
  const { id, definition, owner, sealedSecrets, sealedHeaders, disabledReason, createdAt, version } =
    endpoint;
  const record = { id, definition, owner, disabledReason, createdAt, version };
  return withCredentials ? { ...record, sealedSecrets, sealedHeaders } : record;
}

export function parseWebhookRecord(line: string): WebhookRecord {
  return JSON.parse(line) as WebhookRecord;
}
