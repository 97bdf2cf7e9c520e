import { DomainError } from '@content-service/kernel';

/** The place of files cannot be reached, refuses the service, or fails. The request can be repeated. */
export class FileStoreUnavailable extends DomainError {
  readonly retryAfterSeconds = 30;

  /** @param cause an error of the file system or of the protocol, which is logged and not shown */
  constructor(cause: unknown) {
    super('file_store_unavailable', 'The place of files is not available. Try again later.', { cause });
  }
}

/**
 * The place of files has no room: files can be read, but not stored. Its status is 507 without `Retry-After`, since a program
 * must not send the same large body again by itself (RFC 4918 §11.5).
 */
export class FileStoreFull extends DomainError {
  constructor(cause: unknown) {
    super('file_store_full', 'The place of files is full: no file can be stored until there is room again.', {
      cause,
    });
  }
}

/** The deployment has no place for files. */
export class FilesNotConfigured extends DomainError {
  constructor() {
    super('files_not_configured', 'This deployment stores no files: its configuration lacks FILE_STORE.');
  }
}

/** A file that a store was to take over cannot be read as it was announced. It is a fault of the program. */
export class SourceFileUnusable extends Error {
  constructor(path: string, fault: string, cause?: unknown) {
    super(`The file ${path} cannot be stored: ${fault}.`, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** Codes of POSIX for a file system, a quota or a file that cannot grow. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * The error of a store for an error of the file system: `FileStoreFull` when there is no room, else `FileStoreUnavailable`. Those
 * of this file are returned as they are.
 */
export function toFileStoreError(error: unknown): Error {
  if (error instanceof DomainError || error instanceof SourceFileUnusable) return error;
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return FULL.has(code) ? new FileStoreFull(error) : new FileStoreUnavailable(error);
}
