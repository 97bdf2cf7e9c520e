import type { PasswordHasher } from '@content-service/accounts';
import { type EntryCopy, RevisionsNotSupported, type SaveCopy } from '@content-service/entries';
import { generateSecret, KeySecretMismatch, type KeySecrets } from '@content-service/kernel';
import { type SigningKey, unsealSigningKey } from '@content-service/oauth-grants';
import type { Storage } from '@content-service/storage';
import {
  CLOSED_CIRCUIT,
  generateWebhookSecret,
  type WebhookEndpoint,
  WebhookSecretSealer,
} from '@content-service/webhooks';
import type { BackupFile } from './backup-file.js';
import { BackupLineInvalid, type PartKind } from './backup-format.js';
import {
  parseClientLine,
  parseCopyLine,
  parseRevisionLine,
  parseRoleLine,
  parseScheduleLine,
  parseSettingsLine,
  parseSigningKeyLine,
  parseUserLine,
  parseWebhookLine,
} from './backup-lines.js';

/**
 * Restores everything but the entries. What is stored already is left as it is, so that an interrupted restore can be
 * continued.
 */
export class ManagementRestorer {
  constructor(
    private readonly storage: Storage,
    private readonly backup: BackupFile,
    private readonly secrets: KeySecrets,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Reads all lines and stores nothing.
   *
   * @throws BackupLineInvalid for the first one that is not as the service stores it
   */
  async check(): Promise<void> {
    for (const kind of MANAGEMENT_KINDS) {
      const parsed = this.read(kind);
      while ((await parsed.next()).done !== true);
    }
  }

  /** @returns what the operator has to do about it, one sentence each */
  async restore(): Promise<readonly string[]> {
    await this.restoreSettings();
    await this.restoreSchedules();
    await this.restoreRoles();
    await this.restoreUsers();
    await this.restoreClients();
    const replacedSecrets = await this.restoreWebhooks();
    const areKeysOpened = await this.restoreSigningKeys();
    const { credentials, counts } = this.backup.manifest;
    return [
      ...(credentials || counts.users === 0 ? [] : [NO_PASSWORDS]),
      ...(credentials || counts.clients === 0 ? [] : [NO_CLIENT_SECRETS]),
      ...(replacedSecrets === 0 ? [] : [formatReplaced(replacedSecrets)]),
      ...(areKeysOpened ? [] : [KEYS_NOT_OPENED]),
    ];
  }

  /**
   * Restores working copies, after their entries. One whose members the restored entry does not have as they were is in conflict
   * when it is published, as after any other change.
   *
   * @returns those whose entries are missing, one sentence each
   * @throws RevisionsNotSupported
   */
  async restoreCopies(): Promise<readonly string[]> {
    const { entries, entryRevisions } = this.storage;
    const missing: string[] = [];
    const restore = async (copies: readonly EntryCopy[]): Promise<void> => {
      const ids = copies.map(({ entryId }) => entryId);
      const [found, stored] = await Promise.all([entries.getMany(ids), entryRevisions.findCopies(ids)]);
      const changes = copies.flatMap((copy): readonly SaveCopy[] => {
        const { entryId, type } = copy;
        const entry = found.get(entryId);
        if (entry?.type !== type) missing.push(`The working copy of ${type} ${entryId} has no entry.`);
        if (entry?.type !== type || stored.has(entryId)) return [];
        return [{ kind: 'saveCopy', copy, expectedVersion: 0, entryVersion: entry.version }];
      });
      if (changes.length === 0) return;
      if (entries.capabilities.revisions !== true) throw new RevisionsNotSupported();
      await entries.apply(changes);
    };
    for await (const batch of inBatches(this.read('working-copies'), COPIES_AT_ONCE)) await restore(batch);
    return missing;
  }

  /** Restores the history, also that of deleted entries. */
  async restoreRevisions(): Promise<void> {
    for await (const batch of inBatches(this.read('revisions'), REVISIONS_AT_ONCE))
      await this.storage.entryRevisions.addAll(batch);
  }

  private async *read<Kind extends ManagementKind>(
    kind: Kind,
  ): AsyncGenerator<ReturnType<(typeof PARSERS)[Kind]>> {
    const parse = PARSERS[kind] as (line: string) => ReturnType<(typeof PARSERS)[Kind]>;
    let number = 0;
    for await (const line of this.backup.lines(kind)) {
      number += 1;
      let parsed: ReturnType<(typeof PARSERS)[Kind]>;
      try {
        parsed = parse(line);
      } catch (error) {
        throw new BackupLineInvalid(kind, number, error instanceof Error ? error.message : '', error);
      }
      yield parsed;
    }
  }

  private async restoreSettings(): Promise<void> {
    const { siteSettings } = this.storage;
    for await (const settings of this.read('settings'))
      if ((await siteSettings.load()).version === 0) await siteSettings.save(settings, 0);
  }

  private async restoreSchedules(): Promise<void> {
    for await (const schedule of this.read('schedules')) await this.storage.jobSchedules.add(schedule);
  }

  private async restoreRoles(): Promise<void> {
    for await (const role of this.read('roles')) await this.storage.roles.insert(role);
  }

  /** A user without a password hash gets that of a random password, so that a login takes as long as any other. */
  private async restoreUsers(): Promise<void> {
    const { accounts } = this.storage;
    const unknown = await this.hasher.hash(generateSecret());
    for await (const user of this.read('users'))
      if ((await accounts.find(user.id)) === undefined)
        await accounts.insert({ ...user, passwordHash: user.passwordHash ?? unknown });
  }

  private async restoreClients(): Promise<void> {
    const { clients } = this.storage;
    for await (const client of this.read('clients'))
      if ((await clients.find(client.id)) === undefined) await clients.insert(client);
  }

  /** @returns the number of endpoints that have new secrets */
  private async restoreWebhooks(): Promise<number> {
    const { webhookEndpoints } = this.storage;
    const sealer = new WebhookSecretSealer(this.secrets);
    let replaced = 0;
    for await (const { sealedSecrets, sealedHeaders, ...line } of this.read('webhooks')) {
      // The log of the restored site begins anew.
      const endpoint = { ...line, circuit: CLOSED_CIRCUIT, startPosition: 0 };
      const sealed = sealedSecrets === undefined ? undefined : { ...endpoint, sealedSecrets, sealedHeaders };
      const isOpened = sealed !== undefined && opens(() => sealer.unseal(sealed));
      if (!isOpened) replaced += 1;
      if ((await webhookEndpoints.find(line.id)) === undefined)
        await webhookEndpoints.add(isOpened ? sealed : disable(endpoint, sealer));
    }
    return replaced;
  }

  /** @returns false when KEY_SECRET does not open them; then the service makes new ones at its start */
  private async restoreSigningKeys(): Promise<boolean> {
    const keys: SigningKey[] = [];
    for await (const key of this.read('signing-keys')) keys.push(key);
    const inUse = keys.filter(({ state }) => state !== 'retired');
    if (!inUse.every((key) => opens(() => unsealSigningKey(key, this.secrets)))) return false;
    const { signingKeys } = this.storage;
    if (keys.length > 0 && (await signingKeys.list()).length === 0) await signingKeys.replace(keys, []);
    return true;
  }
}

/** Working copies of one transaction. */
const COPIES_AT_ONCE = 100;

/** Revisions of one transaction. */
const REVISIONS_AT_ONCE = 100;

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The parser of the lines of each kind. Parsers throw a sentence that tells what is wrong. */
const PARSERS = {
  settings: parseSettingsLine,
  schedules: parseScheduleLine,
  roles: parseRoleLine,
  users: parseUserLine,
  clients: parseClientLine,
  webhooks: parseWebhookLine,
  'signing-keys': parseSigningKeyLine,
  'working-copies': parseCopyLine,
  revisions: parseRevisionLine,
} as const satisfies Readonly<Partial<Record<PartKind, (line: string) => unknown>>>;

type ManagementKind = keyof typeof PARSERS;

const MANAGEMENT_KINDS = Object.keys(PARSERS) as readonly ManagementKind[];

const NO_PASSWORDS =
  'The backup has no passwords: create an administrator (`content-service create-user --role administrator`), who gives users new ones.';
const NO_CLIENT_SECRETS =
  'The backup has no secrets of API clients: make new ones (`content-service rotate-secret ID`).';
export const KEYS_NOT_OPENED =
  'KEY_SECRET does not open the signing keys of the backup, which are left out: the service makes new ones at its start.';

function formatReplaced(count: number): string {
  return `Webhooks that are disabled, with a new secret and without headers: ${count}. Rotate their secrets for their receivers, complete URLs whose query the backup does not have, then enable them.`;
}

function disable(
  endpoint: Omit<WebhookEndpoint, 'sealedSecrets' | 'sealedHeaders'>,
  sealer: WebhookSecretSealer,
): WebhookEndpoint {
  const definition = { ...endpoint.definition, enabled: false };
  return { ...endpoint, definition, ...sealer.seal(endpoint.id, { current: generateWebhookSecret('v1') }) };
}

function opens(unseal: () => unknown): boolean {
  try {
    unseal();
    return true;
  } catch (error) {
    if (error instanceof KeySecretMismatch) return false;
    throw error;
  }
}
