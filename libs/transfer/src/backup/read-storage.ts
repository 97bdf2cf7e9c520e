import type { Account, AccountPageRequest, AccountStore } from '@content-service/accounts';
import { type ContentModel, ContentModelService } from '@content-service/bundles';
import type { EntryStore } from '@content-service/entries';
import type { StorageSnapshot } from '@content-service/storage';
import type { BackupCounts } from './backup-format.js';

const PAGE_SIZE = 200;

/** All accounts by name. */
export async function* readAccountPages(store: AccountStore): AsyncGenerator<readonly Account[]> {
  for (let page: AccountPageRequest | undefined = { limit: PAGE_SIZE }; page !== undefined;) {
    const { accounts, more } = await store.list(page);
    yield accounts;
    const last = accounts.at(-1);
    page = more && last !== undefined ? { after: last.nameKey, limit: PAGE_SIZE } : undefined;
  }
}

export async function loadModel({ bundles }: Pick<StorageSnapshot, 'bundles'>): Promise<ContentModelService> {
  const models = new ContentModelService(bundles);
  await models.refresh();
  return models;
}

/** The bundles that a site package has: those of entity types with many. */
export function countBundles(model: ContentModel): number {
  return model.resourceTypes.filter(({ entityType }) => entityType.bundles === 'many').length;
}

export async function countEntries(entries: EntryStore, model: ContentModel): Promise<number> {
  let total = 0;
  for (const { name } of model.resourceTypes)
    total += await entries.count({ type: name, publishedOnly: false });
  return total;
}

/** True when any entry is stored. */
export async function hasEntries(storage: StorageSnapshot): Promise<boolean> {
  const model = (await loadModel(storage)).current();
  for (const { name } of model.resourceTypes)
    if ((await storage.entries.count({ type: name, publishedOnly: false })) > 0) return true;
  return false;
}

/** The number of stored objects of each kind that a backup holds. */
export async function countStored(storage: StorageSnapshot): Promise<BackupCounts> {
  const model = (await loadModel(storage)).current();
  let users = 0;
  for await (const { length } of readAccountPages(storage.accounts)) users += length;
  return {
    bundles: countBundles(model),
    entries: await countEntries(storage.entries, model),
    roles: (await storage.roles.list()).length,
    users,
    clients: (await storage.clients.list()).length,
    webhooks: (await storage.webhookEndpoints.list()).length,
  };
}
