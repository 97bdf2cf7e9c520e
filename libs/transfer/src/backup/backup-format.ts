import { DomainError, isJsonObject, type JsonObject } from '@content-service/kernel';
import type { FileTotals } from '../file-bytes/stored-file.js';

/** The format of backups without the bytes of files: a gzipped tar archive of parts and a manifest, which is its last file. */
export const BACKUP_FORMAT = 'content-service/backup@1';

/**
 * The format of backups with the bytes of files, which follow the manifest: `files/8e/0190163d-…`, named as in the place of
 * files, in the order of their entries in the site package. So everything else is read and checked without them.
 */
export const BACKUP_WITH_FILES_FORMAT = 'content-service/backup@2';

export const MANIFEST_NAME = 'manifest.json';

/**
 * The kinds of the parts of a backup, in their order in the archive; `site` is a site package. Each is one or more files such
 * as `site-000001.ndjson`, of one JSON object a line; what the service does not have, has no file.
 */
const PART_KINDS = [
  'settings',
  'schedules',
  'roles',
  'users',
  'clients',
  'webhooks',
  'signing-keys',
  'site',
  'working-copies',
  'revisions',
] as const;

export type PartKind = (typeof PART_KINDS)[number];

/** One file of the archive. */
export interface BackupPart {
  readonly kind: PartKind;
  /** Such as `site-000001.ndjson`. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/** The number of stored objects of each kind. */
export interface BackupCounts {
  readonly bundles: number;
  readonly entries: number;
  readonly roles: number;
  readonly users: number;
  readonly clients: number;
  readonly webhooks: number;
}

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT | typeof BACKUP_WITH_FILES_FORMAT;
  /** A UUID, by which an interrupted restore is continued. */
  readonly id: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly serviceVersion: string;
  /** Such as `sqlite`. */
  readonly engine: string;
  /** The newest migration of the database. */
  readonly schema: string;
  /** True when the backup has password hashes, hashes of client secrets, and sealed secrets and keys. */
  readonly credentials: boolean;
  readonly counts: BackupCounts;
  /** The number of revisions; absent in a backup without the history. */
  readonly revisions?: number;
  /** The files whose bytes follow, as their entries describe them; absent in a backup without them. */
  readonly files?: FileTotals;
  readonly parts: readonly BackupPart[];
}

/** The file is no complete backup, or was changed since. */
export class BackupDamaged extends DomainError {
  /** @param part the name of a file in the archive */
  constructor(
    part: string,
    readonly reason: string,
    cause?: unknown,
  ) {
    super('backup_damaged', `The backup is damaged at ${part}: ${reason}. Nothing was restored.`, { cause });
  }
}

/** The file was changed while it is being restored. */
export class BackupChanged extends DomainError {
  /** @param part the name of a file in the archive */
  constructor(part: string) {
    super('backup_damaged', `The backup was changed at ${part} after it had been checked.`);
  }
}

/** A line that the service would not have written. */
export class BackupLineInvalid extends DomainError {
  /** @param line counted from 1 among the lines of the kind */
  constructor(kind: PartKind, line: number, reason: string, cause?: unknown) {
    super('backup_damaged', `Line ${line} of the ${kind} of the backup: ${reason}`, { cause });
  }
}

/** @throws BackupDamaged */
export function parseManifest(text: string): BackupManifest {
  const manifest = parseObject(text);
  const { format, id, counts, parts, files } = manifest;
  if (format !== BACKUP_FORMAT && format !== BACKUP_WITH_FILES_FORMAT)
    throw new BackupDamaged(
      MANIFEST_NAME,
      `its format is ${JSON.stringify(format)}, and this service reads "${BACKUP_FORMAT}" and "${BACKUP_WITH_FILES_FORMAT}"`,
    );
  if ((format === BACKUP_WITH_FILES_FORMAT) !== isFileTotals(files))
    throw new BackupDamaged(MANIFEST_NAME, 'its format does not fit to its files');
  if (typeof id !== 'string' || !isJsonObject(counts) || !Array.isArray(parts) || !parts.every(isPart))
    throw new BackupDamaged(MANIFEST_NAME, 'it lacks id, counts or parts');
  return manifest as unknown as BackupManifest;
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BackupDamaged(MANIFEST_NAME, 'it is not JSON', error);
  }
  if (!isJsonObject(value)) throw new BackupDamaged(MANIFEST_NAME, 'it is not a JSON object');
  return value;
}

function isFileTotals(value: unknown): boolean {
  return isJsonObject(value) && Number.isSafeInteger(value['count']) && Number.isSafeInteger(value['bytes']);
}

function isPart(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    PART_KINDS.some((kind) => kind === value['kind']) &&
    typeof value['name'] === 'string' &&
    typeof value['sha256'] === 'string'
  );
}
