import { type Account, type Role, toNameKey, validateUserName } from '@content-service/accounts';
import type { StoredJobSchedule } from '@content-service/jobs';
import { AggregateDomainError, isJsonObject, isUuid, type Json } from '@content-service/kernel';
import { type ApiClient, GRANT_TYPES } from '@content-service/oauth-clients';
import type { SigningKey } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { type SiteSettings, validateSettingChanges } from '@content-service/site-settings';
import type { WebhookEndpoint } from '@content-service/webhooks';

// The lines of a backup. What is optional here is a credential, which only a backup with credentials has.

/** What a member must be, for the message «… must be …», and whether it may be absent. */
type MemberRule = readonly [expectation: string, isValid: (value: Json) => boolean, mayBeAbsent?: 'optional'];

const isText = (value: Json): boolean => typeof value === 'string';
const isTime = (value: Json): boolean => Number.isInteger(value);
const isList = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const TEXT: MemberRule = ['a text', isText];
const OPTIONAL_TEXT: MemberRule = ['a text', isText, 'optional'];
const FLAG: MemberRule = ['true or false', (value) => typeof value === 'boolean'];
const OPTIONAL_FLAG: MemberRule = ['true or false', (value) => typeof value === 'boolean', 'optional'];
const WHOLE_NUMBER: MemberRule = ['a whole number', isTime];
const OPTIONAL_NUMBER: MemberRule = ['a whole number', isTime, 'optional'];
const TEXTS: MemberRule = ['a list of texts', isList];
const UUID: MemberRule = ['a UUID in lower case', (value) => typeof value === 'string' && isUuid(value)];

/** @throws Error that names what is wrong, as a sentence */
function parseRecord(line: string, rules: Readonly<Record<string, MemberRule>>): unknown {
  const record = JSON.parse(line) as Json;
  if (!isJsonObject(record)) throw new Error('it must be a JSON object.');
  for (const [name, [expectation, isValid, mayBeAbsent]] of Object.entries(rules)) {
    const value = record[name];
    if (value === undefined ? mayBeAbsent === undefined : !isValid(value))
      throw new Error(`${name} must be ${expectation}.`);
  }
  return record;
}

const OBJECT: MemberRule = ['an object', isJsonObject];
const GRANTS: MemberRule = [
  `a list of ${GRANT_TYPES.join(', ')}`,
  (value) => Array.isArray(value) && value.every((grant) => GRANT_TYPES.some((known) => known === grant)),
];
const SECRETS: MemberRule = [
  'a list of hashes with their times',
  (value) =>
    Array.isArray(value) && value.every((secret) => isJsonObject(secret) && isText(secret['hash'] ?? null)),
];
const DEFINITION: MemberRule = [
  'an object with label, url, types, resourceTypes and operations',
  (value) =>
    isJsonObject(value) &&
    [value['label'], value['url']].every((text) => typeof text === 'string') &&
    [value['types'], value['resourceTypes'], value['operations']].every((list) => isList(list ?? null)),
];

/** The settings that are not the default. */
export function parseSettingsRecord(line: string): Partial<SiteSettings> {
  const settings = parseRecord(line, {}) as Partial<SiteSettings>;
  AggregateDomainError.throwIfAny(validateSettingChanges(settings));
  return settings;
}

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
  const record = parseRecord(line, {
    name: TEXT,
    cron: OPTIONAL_TEXT,
    enabled: OPTIONAL_FLAG,
  }) as ScheduleRecord;
  return { ...record, version: 1 };
}

export function toRoleRecord(role: Role): RoleRecord {
  return { ...role, scopes: role.scopes.toArray() };
}

export function parseRoleRecord(line: string): Role {
  const record = parseRecord(line, {
    ...{ name: TEXT, label: TEXT, scopes: TEXTS, builtIn: FLAG, version: WHOLE_NUMBER },
  }) as RoleRecord;
  return { ...record, scopes: ScopeSet.of(...record.scopes) };
}

export function toUserRecord({ passwordHash, ...account }: Account, withCredentials: boolean): UserRecord {
  return withCredentials ? { ...account, passwordHash } : account;
}

export function parseUserRecord(line: string): UserRecord {
  const record = parseRecord(line, {
    ...{ id: UUID, name: TEXT, nameKey: TEXT, role: TEXT, enabled: FLAG, passwordHash: OPTIONAL_TEXT },
    ...{ passwordChangeRequired: OPTIONAL_FLAG, accessEpoch: WHOLE_NUMBER, createdAt: WHOLE_NUMBER },
    ...{ lastLoginAt: OPTIONAL_NUMBER, version: WHOLE_NUMBER },
  }) as UserRecord;
  const fault = validateUserName(record.name);
  if (fault !== undefined) throw new Error(fault);
  if (record.nameKey !== toNameKey(record.name)) throw new Error('nameKey must be that of the name.');
  return record;
}

export function toClientRecord(client: ApiClient, withCredentials: boolean): ClientRecord {
  const secrets = withCredentials ? client.secrets : [];
  return { ...client, secrets, allowedScopes: client.allowedScopes.toArray() };
}

export function parseClientRecord(line: string): ApiClient {
  const record = parseRecord(line, {
    ...{ id: TEXT, label: TEXT, secrets: SECRETS, confidential: FLAG, grants: GRANTS },
    ...{ allowedScopes: TEXTS, redirectUris: TEXTS, user: OPTIONAL_TEXT, enabled: FLAG },
    ...{ rememberConsent: FLAG, requirePkce: FLAG, createdAt: WHOLE_NUMBER, version: WHOLE_NUMBER },
  }) as ClientRecord;
  return { ...record, allowedScopes: ScopeSet.of(...record.allowedScopes) };
}

/** Without the circuit, which describes the receiver at the time of the backup, and the position in a log that it has not. */
export function toWebhookRecord(endpoint: WebhookEndpoint, withCredentials: boolean): WebhookRecord {
  const { id, definition, owner, sealedSecrets, sealedHeaders, disabledReason, createdAt, version } =
    endpoint;
  const record = { id, definition, owner, disabledReason, createdAt, version };
  if (withCredentials) return { ...record, sealedSecrets, sealedHeaders };
  return { ...record, definition: { ...definition, url: withoutQuery(definition.url) } };
}

/** Receivers often have a secret in the query of their URL. */
function withoutQuery(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? url : url.slice(0, start);
}

export function parseWebhookRecord(line: string): WebhookRecord {
  return parseRecord(line, {
    ...{ id: UUID, definition: DEFINITION, owner: OBJECT, createdAt: WHOLE_NUMBER, version: WHOLE_NUMBER },
    ...{ disabledReason: OPTIONAL_TEXT, sealedSecrets: OPTIONAL_TEXT, sealedHeaders: OPTIONAL_TEXT },
  }) as WebhookRecord;
}

export function parseSigningKeyRecord(line: string): SigningKey {
  return parseRecord(line, {
    ...{ kid: TEXT, algorithm: TEXT, sealedPrivateKey: TEXT, publicKey: TEXT },
    ...{ state: TEXT, createdAt: WHOLE_NUMBER },
  }) as SigningKey;
}
