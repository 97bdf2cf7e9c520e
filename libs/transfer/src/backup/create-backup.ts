import {
  type Clock,
  formatDateTime,
  type ProgressMonitor,
  UuidV7Generator,
  writeFileAtomically,
} from '@content-service/kernel';
import type { EntryCopy, EntryRevision, RevisionKey } from '@content-service/entries';
import type { FileStore } from '@content-service/files';
import type { Storage, StorageSnapshot } from '@content-service/storage';
import { findStoredFile } from '../file-bytes/stored-file.js';
import { readAllCopies } from '../site-package/read-all-copies.js';
import { type ExportedLine, SiteExporter } from '../site-package/site-exporter.js';
import { type AddedFiles, addFiles } from './add-files.js';
import {
  BACKUP_FORMAT,
  BACKUP_WITH_FILES_FORMAT,
  type BackupCounts,
  type BackupManifest,
} from './backup-format.js';
import {
  toClientLine,
  toRevisionLine,
  toRoleLine,
  toScheduleLines,
  toUserLine,
  toWebhookLine,
} from './backup-lines.js';
import { BackupWriter } from './backup-writer.js';
import { FileList } from './file-list.js';
import { countBundles, countEntries, loadModel, readAccountPages } from './read-storage.js';

interface BackupOptions {
  /** The path of the backup, a new file. */
  readonly file: string;
  /** Includes hashes of passwords and client secrets, and sealed webhook secrets and signing keys. */
  readonly withCredentials: boolean;
  /** Leaves the replaced and deleted states of entries out. */
  readonly withoutHistory?: boolean | undefined;
  /** The place of the bytes of files; `undefined` leaves them out. */
  readonly fileStore?: FileStore | undefined;
  /** The database, for the manifest: `sqlite`. */
  readonly engine: string;
  /** The version of this service, for the manifest: `1.2.3`. */
  readonly serviceVersion: string;
  readonly clock: Clock;
  /** Is told the number of entries, and then the number of bytes of files. */
  readonly monitor: ProgressMonitor;
}

export interface CreatedBackup {
  readonly manifest: BackupManifest;
  /** Absent when the bytes of files were left out, or there are none. */
  readonly files?: AddedFiles;
}

/**
 * Writes a backup of the database as of one moment, and then of the bytes of the files that it has at that moment.
 *
 * @throws FileExists, FileStoreUnavailable
 */
export function createBackup(storage: Storage, options: BackupOptions): Promise<CreatedBackup> {
  const createdAt = options.clock.now();
  return writeFileAtomically(options.file, async (temporary) => {
    const list = options.fileStore && (await FileList.create(`${temporary}.files-`));
    const writer = new BackupWriter(temporary, new Date(createdAt * 1000));
    try {
      const written = await storage.readSnapshot((snapshot) => writeParts(writer, snapshot, options, list));
      const manifest = createManifest(storage, options, { ...written, createdAt, writer, list });
      await writer.addManifest(manifest);
      const files = manifest.files && (await writeFiles(writer, storage, options, list));
      await writer.finish();
      return { manifest, ...(files && { files }) };
    } catch (error) {
      await writer.abort();
      throw error;
    } finally {
      await list?.remove();
    }
  });
}

function createManifest(
  storage: Storage,
  { engine, serviceVersion, withCredentials }: BackupOptions,
  read: {
    readonly createdAt: number;
    readonly counts: BackupCounts;
    readonly revisions: number | undefined;
    readonly writer: BackupWriter;
    readonly list: FileList | undefined;
  },
): BackupManifest {
  const files = read.list?.counts;
  const hasFiles = files !== undefined && files.count > 0;
  return {
    format: hasFiles ? BACKUP_WITH_FILES_FORMAT : BACKUP_FORMAT,
    id: new UuidV7Generator().next(),
    createdAt: formatDateTime(read.createdAt),
    serviceVersion,
    engine,
    schema: storage.schemaVersion,
    credentials: withCredentials,
    counts: read.counts,
    ...(read.revisions !== undefined && { revisions: read.revisions }),
    ...(hasFiles && { files }),
    parts: read.writer.parts,
  };
}

async function writeFiles(
  writer: BackupWriter,
  { entries }: Storage,
  { fileStore: store, monitor }: BackupOptions,
  list: FileList | undefined,
): Promise<AddedFiles | undefined> {
  if (store === undefined || list === undefined) return undefined;
  const total = list.counts.bytes;
  const onAdded = (done: number): Promise<void> => monitor.report({ phase: 'files', done, total });
  return addFiles(list, writer, { store, entries, onAdded });
}

async function writeParts(
  writer: BackupWriter,
  snapshot: StorageSnapshot,
  { withCredentials, withoutHistory = false, monitor }: BackupOptions,
  list: FileList | undefined,
): Promise<{ readonly counts: BackupCounts; readonly revisions: number | undefined }> {
  const models = await loadModel(snapshot);
  const model = models.current();
  const { values } = await snapshot.siteSettings.load();
  const clients = await snapshot.clients.list();
  const webhooks = await snapshot.webhookEndpoints.list();
  const total = await countEntries(snapshot.entries, model);
  const bundles = countBundles(model);
  await writer.addLines('settings', [values]);
  await writer.addLines('schedules', toScheduleLines(await snapshot.jobSchedules.list()));
  const counts = {
    bundles,
    roles: await writer.addLines('roles', (await snapshot.roles.list()).map(toRoleLine)),
    users: await writer.addLines('users', readUserLines(snapshot, withCredentials)),
    clients: await writer.addLines(
      'clients',
      clients.map((client) => toClientLine(client, withCredentials)),
    ),
    webhooks: await writer.addLines(
      'webhooks',
      webhooks.map((endpoint) => toWebhookLine(endpoint, withCredentials)),
    ),
  };
  if (withCredentials) await writer.addLines('signing-keys', await snapshot.signingKeys.list());
  const exporter = new SiteExporter(
    snapshot.entries,
    snapshot.entrySchedules,
    models,
    snapshot.entryRevisions,
  );
  const lines = await writer.addLines('site', followLines(exporter.objects(), total, monitor, list));
  await writer.addLines('working-copies', readCopies(snapshot));
  const revisions = withoutHistory
    ? undefined
    : await writer.addLines('revisions', readRevisionLines(snapshot, monitor));
  // Neither the header nor the bundles are entries.
  return { counts: { ...counts, entries: lines - 1 - bundles }, revisions };
}

async function* readUserLines(
  { accounts }: StorageSnapshot,
  withCredentials: boolean,
): AsyncGenerator<object> {
  for await (const page of readAccountPages(accounts))
    yield* page.map((account) => toUserLine(account, withCredentials));
}

async function* readCopies({ entryRevisions }: StorageSnapshot): AsyncGenerator<EntryCopy> {
  for await (const copies of readAllCopies(entryRevisions)) yield* copies;
}

const REVISIONS_AT_ONCE = 100;

async function* readRevisionLines(
  { entryRevisions }: StorageSnapshot,
  monitor: ProgressMonitor,
): AsyncGenerator<object> {
  let after: RevisionKey | undefined;
  for (let page: readonly EntryRevision[], done = 0; ; done += page.length) {
    page = await entryRevisions.scan(after, REVISIONS_AT_ONCE);
    yield* page.map(toRevisionLine);
    await monitor.report({ phase: 'history', done: done + page.length });
    if (page.length < REVISIONS_AT_ONCE) return;
    after = page.at(-1);
  }
}

/** Between two reports of progress. */
const REPORTED_LINES = 200;

async function* followLines(
  lines: AsyncIterable<ExportedLine>,
  total: number,
  monitor: ProgressMonitor,
  list: FileList | undefined,
): AsyncGenerator<ExportedLine> {
  let done = 0;
  for await (const line of lines) {
    yield line;
    const file = list && findStoredFile(line);
    if (file !== undefined) await list?.add(file);
    done += 1;
    if (done % REPORTED_LINES === 0) await monitor.report({ phase: 'backup', done, total });
  }
}
