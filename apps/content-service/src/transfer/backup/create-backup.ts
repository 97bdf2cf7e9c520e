import { type Clock, formatDateTime, type ProgressMonitor, UuidV7Generator } from '@content-service/kernel';
import type { Storage, StorageSnapshot } from '@content-service/storage';
import { readServiceVersion } from '../../platform/health/service-version.js';
import { type SiteRecord, SiteExporter } from '../site-package/site-exporter.js';
import { BACKUP_FORMAT, type BackupCounts, type BackupManifest } from './backup-format.js';
import {
  toClientRecord,
  toRoleRecord,
  toScheduleRecords,
  toUserRecord,
  toWebhookRecord,
} from './backup-records.js';
import { BackupWriter } from './backup-writer.js';
import { countBundles, countEntries, loadModel, readAccountPages } from './stored-records.js';
import { writeFileAtomically } from './write-file.js';

interface BackupOptions {
  /** Where the backup is written. */
  readonly file: string;
  /** Whether to include hashes of passwords and client secrets, and sealed webhook secrets and signing keys. */
  readonly withCredentials: boolean;
  /** The database, for the manifest: `sqlite`. */
  readonly engine: string;
  readonly clock: Clock;
  /** Is told the number of entries. */
  readonly monitor: ProgressMonitor;
}

/**
 * Writes a backup as of one moment.
 *
 * @returns its manifest
 * @throws FileExists
 */
export function createBackup(storage: Storage, options: BackupOptions): Promise<BackupManifest> {
  const { file, clock, engine, withCredentials } = options;
  const createdAt = clock.now();
  return writeFileAtomically(file, async (temporary) => {
    const writer = new BackupWriter(temporary, new Date(createdAt * 1000));
    try {
      const counts = await storage.readSnapshot((snapshot) => writeParts(writer, snapshot, options));
      const manifest: BackupManifest = {
        format: BACKUP_FORMAT,
        id: new UuidV7Generator().next(),
        createdAt: formatDateTime(createdAt),
        serviceVersion: readServiceVersion(),
        engine,
        schema: storage.schemaVersion,
        credentials: withCredentials,
        counts,
        parts: writer.parts,
      };
      await writer.finish(manifest);
      return manifest;
    } catch (error) {
      await writer.abort();
      throw error;
    }
  });
}

async function writeParts(
  writer: BackupWriter,
  snapshot: StorageSnapshot,
  { withCredentials, monitor }: BackupOptions,
): Promise<BackupCounts> {
  const models = await loadModel(snapshot);
  const model = models.current();
  const { values } = await snapshot.siteSettings.load();
  const clients = await snapshot.clients.list();
  const webhooks = await snapshot.webhookEndpoints.list();
  const total = await countEntries(snapshot.entries, model);
  const bundles = countBundles(model);
  await writer.addRecords('settings', [values]);
  await writer.addRecords('schedules', toScheduleRecords(await snapshot.jobSchedules.list()));
  const counts = {
    bundles,
    roles: await writer.addRecords('roles', (await snapshot.roles.list()).map(toRoleRecord)),
    users: await writer.addRecords('users', readUserRecords(snapshot, withCredentials)),
    clients: await writer.addRecords(
      'clients',
      clients.map((client) => toClientRecord(client, withCredentials)),
    ),
    webhooks: await writer.addRecords(
      'webhooks',
      webhooks.map((endpoint) => toWebhookRecord(endpoint, withCredentials)),
    ),
  };
  if (withCredentials) await writer.addRecords('signing-keys', await snapshot.signingKeys.list());
  const records = new SiteExporter(snapshot.entries, snapshot.entrySchedules, models).records();
  const lines = await writer.addRecords('site', followRecords(records, total, monitor));
  // Neither the header nor the bundles are entries.
  return { ...counts, entries: lines - 1 - bundles };
}

async function* readUserRecords(
  { accounts }: StorageSnapshot,
  withCredentials: boolean,
): AsyncGenerator<object> {
  for await (const page of readAccountPages(accounts))
    yield* page.map((account) => toUserRecord(account, withCredentials));
}

/** Between two reports of progress. */
const REPORTED_RECORDS = 200;

async function* followRecords(
  records: AsyncIterable<SiteRecord>,
  total: number,
  monitor: ProgressMonitor,
): AsyncGenerator<SiteRecord> {
  let done = 0;
  for await (const record of records) {
    yield record;
    done += 1;
    if (done % REPORTED_RECORDS === 0) await monitor.report({ phase: 'backup', done, total });
  }
}
