import type { PasswordHasher } from '@content-service/accounts';
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
import { BackupRecordInvalid, type PartKind } from './backup-format.js';
import {
  parseClientRecord,
  parseRoleRecord,
  parseScheduleRecord,
  parseSettingsRecord,
  parseSigningKeyRecord,
  parseUserRecord,
  parseWebhookRecord,
} from './backup-records.js';

/**
 * Restores everything but the content. Records that are stored already are left as they are, so that an interrupted restore
 * can be continued.
 */
export class RecordRestorer {
  constructor(
    private readonly storage: Storage,
    private readonly backup: BackupFile,
    private readonly secrets: KeySecrets,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Reads all records and stores nothing.
   *
   * @throws BackupRecordInvalid for the first one that is not as the service stores it
   */
  async check(): Promise<void> {
    for (const kind of RECORD_KINDS) {
      const records = this.read(kind);
      while ((await records.next()).done !== true);
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

  private async *read<Kind extends RecordKind>(
    kind: Kind,
  ): AsyncGenerator<ReturnType<(typeof PARSERS)[Kind]>> {
    const parse = PARSERS[kind] as (line: string) => ReturnType<(typeof PARSERS)[Kind]>;
    let number = 0;
    for await (const line of this.backup.lines(kind)) {
      number += 1;
      let record: ReturnType<(typeof PARSERS)[Kind]>;
      try {
        record = parse(line);
      } catch (error) {
        throw new BackupRecordInvalid(kind, number, error instanceof Error ? error.message : '', error);
      }
      yield record;
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
    for await (const record of this.read('users'))
      if ((await accounts.find(record.id)) === undefined)
        await accounts.insert({ ...record, passwordHash: record.passwordHash ?? unknown });
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
    for await (const { sealedSecrets, sealedHeaders, ...record } of this.read('webhooks')) {
      // The log of the restored site begins anew.
      const endpoint = { ...record, circuit: CLOSED_CIRCUIT, startPosition: 0 };
      const sealed = sealedSecrets === undefined ? undefined : { ...endpoint, sealedSecrets, sealedHeaders };
      const isOpened = sealed !== undefined && opens(() => sealer.unseal(sealed));
      if (!isOpened) replaced += 1;
      if ((await webhookEndpoints.find(record.id)) === undefined)
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

/** How the lines of each kind are parsed; they throw what is wrong as a sentence. */
const PARSERS = {
  settings: parseSettingsRecord,
  schedules: parseScheduleRecord,
  roles: parseRoleRecord,
  users: parseUserRecord,
  clients: parseClientRecord,
  webhooks: parseWebhookRecord,
  'signing-keys': parseSigningKeyRecord,
} as const satisfies Readonly<Partial<Record<PartKind, (line: string) => unknown>>>;

type RecordKind = keyof typeof PARSERS;

const RECORD_KINDS = Object.keys(PARSERS) as readonly RecordKind[];

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
