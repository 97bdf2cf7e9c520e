import { FileStoreFull, FileStoreUnavailable, toFileStoreError } from '@content-service/files';

/** The members of errors of the SDK that say what a server answered. */
interface S3Fault {
  /** The code of the answer, such as `AccessDenied`, or the kind of a failure without one, such as `TimeoutError`. */
  readonly name: string;
  readonly message: string;
  /** `undefined` without an answer. */
  readonly status: number | undefined;
}

/** Codes for a bucket or a server without room: of quotas, MinIO and Ceph. */
const FULL: ReadonlySet<string> = new Set([
  ...['QuotaExceeded', 'InsufficientCapacity', 'InsufficientStorage'],
  ...['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'],
]);

/** 507 Insufficient Storage (RFC 4918 §11.5). */
const INSUFFICIENT_STORAGE = 507;

export function readS3Fault(error: unknown): S3Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), status: undefined };
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return { name: error.name, message: error.message, status: $metadata?.httpStatusCode };
}

/** Whether the same request may succeed: the server could not be reached, did not answer, failed, or asks for patience. */
export function isTemporary(error: unknown): boolean {
  const { name, status } = readS3Fault(error);
  if (isFull(name, status)) return false;
  // Credentials that are missing, and a region that is, have no status either, and come at once.
  if (status === undefined) return !/Credential|Region/.test(name);
  return status >= 500 || status === 429 || status === 408 || name === 'RequestTimeout';
}

/**
 * The error of the port for an error of the SDK; its cause names the request and the answer.
 *
 * @param act such as `PUT s3://content/files/8e/…`
 */
export function toS3Error(error: unknown, act: string): Error {
  const known = toFileStoreError(error);
  if (known === error) return known;
  const { name, message, status } = readS3Fault(error);
  const answer = status === undefined ? 'no answer' : `answered ${status}`;
  const cause = new Error(`${act}: ${answer}, ${name}: ${message}`, { cause: error });
  return isFull(name, status) ? new FileStoreFull(cause) : new FileStoreUnavailable(cause);
}

function isFull(name: string, status: number | undefined): boolean {
  return FULL.has(name) || status === INSUFFICIENT_STORAGE;
}
