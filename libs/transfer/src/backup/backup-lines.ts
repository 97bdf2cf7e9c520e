import { type Account, type Role, toNameKey, validateUserName } from '@content-service/accounts';
import { Entry, type EntryCopy, type EntryMetadata, type EntryRevision } from '@content-service/entries';
import { type JobScheduleChange, SCHEDULE_MEMBERS, type StoredJobSchedule } from '@content-service/jobs';
import { AggregateDomainError, isJsonObject, isUuid, type Json, pickGiven } from '@content-service/kernel';
import { type ApiClient, GRANT_TYPES } from '@content-service/oauth-clients';
import type { SigningKey } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { type SiteSettings, validateSettingChanges } from '@content-service/site-settings';
import type { WebhookEndpoint } from '@content-service/webhooks';

// The lines of a backup other than those of its site package. Optional members are credentials, which only a backup with
// credentials has.

/** The rule of a member: its expectation, for the message «… must be …», its check, and if it may be absent. */
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
function parseLine(line: string, rules: Readonly<Record<string, MemberRule>>): unknown {
  const object = JSON.parse(line) as Json;
  if (!isJsonObject(object)) throw new Error('it must be a JSON object.');
  for (const [name, [expectation, isValid, mayBeAbsent]] of Object.entries(rules)) {
    const value = object[name];
    if (value === undefined ? mayBeAbsent === undefined : !isValid(value))
      throw new Error(`${name} must be ${expectation}.`);
  }
  return object;
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

/** A working copy. */
export function parseCopyLine(line: string): EntryCopy {
  return parseLine(line, {
    entryId: UUID,
    type: TEXT,
    version: WHOLE_NUMBER,
    savedAt: WHOLE_NUMBER,
    head: ['an object with base', (value) => isJsonObject(value) && isJsonObject(value['base'])],
    content: [
      'an object with attributes and relationships',
      (value) =>
        isJsonObject(value) && isJsonObject(value['attributes']) && isJsonObject(value['relationships']),
    ],
  }) as EntryCopy;
}

const TRACKS: readonly EntryRevision['track'][] = ['live', 'copy', 'deleted'];

/** A revision with the state of its entry. */
interface RevisionLine extends Pick<EntryRevision, 'number' | 'track' | 'change' | 'lostReferences'> {
  readonly entry: EntryMetadata;
  readonly attributes: Entry['attributes'];
  readonly relationships: Entry['relationships'];
}

export function toRevisionLine({
  number,
  track,
  change,
  lostReferences,
  entry,
}: EntryRevision): RevisionLine {
  const { metadata, attributes, relationships } = entry;
  const line = { number, track, change, entry: metadata, attributes, relationships };
  return lostReferences === undefined ? line : { ...line, lostReferences };
}

export function parseRevisionLine(text: string): EntryRevision {
  const { entry, attributes, relationships, ...known } = parseLine(text, {
    number: WHOLE_NUMBER,
    track: [`one of ${TRACKS.join(', ')}`, (value) => TRACKS.some((track) => track === value)],
    change: [
      'an object with cause and changed',
      (value) => isJsonObject(value) && isList(value['changed'] ?? null),
    ],
    entry: ['an object with id, type and version', isEntryMetadata],
    attributes: OBJECT,
    relationships: OBJECT,
    lostReferences: ['a list', Array.isArray, 'optional'],
  }) as RevisionLine;
  const { id: entryId, type, version, published } = entry;
  return { ...known, entryId, type, version, published, entry: Entry.of(entry, attributes, relationships) };
}

function isEntryMetadata(value: Json): boolean {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    isUuid(value['id']) &&
    typeof value['type'] === 'string' &&
    typeof value['published'] === 'boolean' &&
    ['created', 'changed', 'version', 'position', 'modelVersion'].every((name) =>
      Number.isInteger(value[name]),
    )
  );
}

/** The settings that are not the default. */
export function parseSettingsLine(line: string): Partial<SiteSettings> {
  const settings = parseLine(line, {}) as Partial<SiteSettings>;
  AggregateDomainError.throwIfAny(validateSettingChanges(settings));
  return settings;
}

type WithScopeNames<T, Member extends keyof T> = Omit<T, Member> &
  Readonly<Record<Member, readonly string[]>>;

type RoleLine = WithScopeNames<Role, 'scopes'>;
type UserLine = Omit<Account, 'passwordHash'> & Partial<Pick<Account, 'passwordHash'>>;
type ClientLine = WithScopeNames<ApiClient, 'allowedScopes'>;
type WebhookSecretMember = 'sealedSecrets' | 'sealedHeaders';
type WebhookLine = Omit<WebhookEndpoint, WebhookSecretMember | 'circuit' | 'startPosition'> &
  Partial<Pick<WebhookEndpoint, WebhookSecretMember>>;

/** The decisions of administrators about the schedule of a job. */
type ScheduleLine = Pick<StoredJobSchedule, 'name'> & JobScheduleChange;

/** The lines of changed schedules, without their runs. */
export function toScheduleLines(schedules: readonly StoredJobSchedule[]): readonly ScheduleLine[] {
  return schedules
    .map((schedule) => ({ name: schedule.name, ...pickGiven(SCHEDULE_MEMBERS, schedule) }))
    .filter((line) => Object.keys(line).length > 1);
}

/** The service computes the next time when it runs. */
export function parseScheduleLine(line: string): StoredJobSchedule {
  const schedule = parseLine(line, {
    name: TEXT,
    cron: OPTIONAL_TEXT,
    enabled: OPTIONAL_FLAG,
  }) as ScheduleLine;
  return { ...schedule, version: 1 };
}

export function toRoleLine(role: Role): RoleLine {
  return { ...role, scopes: role.scopes.toArray() };
}

export function parseRoleLine(line: string): Role {
  const role = parseLine(line, {
    ...{ name: TEXT, label: TEXT, scopes: TEXTS, builtIn: FLAG, version: WHOLE_NUMBER },
  }) as RoleLine;
  return { ...role, scopes: ScopeSet.of(...role.scopes) };
}

export function toUserLine({ passwordHash, ...account }: Account, withCredentials: boolean): UserLine {
  return withCredentials ? { ...account, passwordHash } : account;
}

export function parseUserLine(line: string): UserLine {
  const user = parseLine(line, {
    ...{ id: UUID, name: TEXT, nameKey: TEXT, role: TEXT, enabled: FLAG, passwordHash: OPTIONAL_TEXT },
    ...{ passwordChangeRequired: OPTIONAL_FLAG, accessEpoch: WHOLE_NUMBER, createdAt: WHOLE_NUMBER },
    ...{ lastLoginAt: OPTIONAL_NUMBER, version: WHOLE_NUMBER },
  }) as UserLine;
  const fault = validateUserName(user.name);
  if (fault !== undefined) throw new Error(fault);
  if (user.nameKey !== toNameKey(user.name)) throw new Error('nameKey must be that of the name.');
  return user;
}

export function toClientLine(client: ApiClient, withCredentials: boolean): ClientLine {
  const secrets = withCredentials ? client.secrets : [];
  return { ...client, secrets, allowedScopes: client.allowedScopes.toArray() };
}

export function parseClientLine(line: string): ApiClient {
  const client = parseLine(line, {
    ...{ id: TEXT, label: TEXT, secrets: SECRETS, confidential: FLAG, grants: GRANTS },
    ...{ allowedScopes: TEXTS, redirectUris: TEXTS, user: OPTIONAL_TEXT, enabled: FLAG },
    ...{ rememberConsent: FLAG, requirePkce: FLAG, createdAt: WHOLE_NUMBER, version: WHOLE_NUMBER },
  }) as ClientLine;
  return { ...client, allowedScopes: ScopeSet.of(...client.allowedScopes) };
}

/** Without the circuit, which describes the receiver at the time of the backup, and the position in a log that it has not. */
export function toWebhookLine(endpoint: WebhookEndpoint, withCredentials: boolean): WebhookLine {
  const { id, definition, owner, sealedSecrets, sealedHeaders, disabledReason, createdAt, version } =
    endpoint;
  const line = { id, definition, owner, disabledReason, createdAt, version };
  if (withCredentials) return { ...line, sealedSecrets, sealedHeaders };
  return { ...line, definition: { ...definition, url: withoutQuery(definition.url) } };
}

/** Receivers often have a secret in the query of their URL. */
function withoutQuery(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? url : url.slice(0, start);
}

export function parseWebhookLine(line: string): WebhookLine {
  return parseLine(line, {
    ...{ id: UUID, definition: DEFINITION, owner: OBJECT, createdAt: WHOLE_NUMBER, version: WHOLE_NUMBER },
    ...{ disabledReason: OPTIONAL_TEXT, sealedSecrets: OPTIONAL_TEXT, sealedHeaders: OPTIONAL_TEXT },
  }) as WebhookLine;
}

export function parseSigningKeyLine(line: string): SigningKey {
  return parseLine(line, {
    ...{ kid: TEXT, algorithm: TEXT, sealedPrivateKey: TEXT, publicKey: TEXT },
    ...{ state: TEXT, createdAt: WHOLE_NUMBER },
  }) as SigningKey;
}
