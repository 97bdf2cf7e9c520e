import { Injectable } from '@nestjs/common';
import { DomainError } from '@content-service/kernel';
import { Config } from '../../../platform/config/config.js';
import { BodyTooSlow } from '../../../platform/load/load.errors.js';

/** Uploads that a process receives at a time; one of them is imported at a time. */
const UPLOADS_MAXIMUM = 3;

/** The part of them that actors who are no administrators can have; one place is left for an administrator. */
const OTHERS_MAXIMUM = 2;

/** What an upload brings in each interval at least, since it keeps its place and bytes from others. */
const BYTES_PER_SECOND = 64 * 1024;
const INTERVAL_SECONDS = 60;

/** The actor of an upload. */
interface Uploader {
  /** Id of the user or client. */
  readonly id: string;
  /** Whether the actor has the scope `site_settings:administer`. */
  readonly isAdministrator: boolean;
}

/** What the receiver of an upload gets. */
export interface UploadPlace {
  /** Called with the number of bytes before they are stored. @throws UploadsExhausted */
  readonly reserve: (bytes: number) => void;
  /** Aborted with BodyTooSlow when the upload is too slow. */
  readonly signal: AbortSignal;
}

/** The actor of an upload has another one that is not finished. */
class UploadRunning extends DomainError {
  constructor() {
    super(
      'upload_running',
      'Another site package of yours is being uploaded; wait for its end, or abort it.',
    );
  }
}

/** The process receives as many uploads, or bytes of them, as it can. */
class UploadsExhausted extends DomainError {
  readonly retryAfterSeconds = 60;

  constructor() {
    super('uploads_exhausted', 'Others are uploading site packages; try again later.');
  }
}

/**
 * The uploads of site packages that this process receives: one of an actor, few at a time, and no more bytes together than
 * one site package may have, since the database keeps what has arrived; those of administrators and of others have as many
 * bytes each. Places are in memory, so they end with the process; parts that it leaves behind are pruned.
 */
@Injectable()
export class ImportUploads {
  /** Uploads with the bytes that have arrived, by actor. */
  private readonly uploads = new Map<string, { readonly isAdministrator: boolean; bytes: number }>();

  constructor(private readonly config: Config) {}

  /**
   * Takes a place, which is free again after `body`.
   *
   * @throws UploadRunning, UploadsExhausted, and what `body` throws
   */
  async run<T>({ id, isAdministrator }: Uploader, body: (place: UploadPlace) => Promise<T>): Promise<T> {
    const { uploads } = this;
    if (uploads.has(id)) throw new UploadRunning();
    const isFull = uploads.size >= UPLOADS_MAXIMUM;
    if (isFull || (!isAdministrator && this.findLike(false).length >= OTHERS_MAXIMUM))
      throw new UploadsExhausted();
    const upload = { isAdministrator, bytes: 0 };
    uploads.set(id, upload);
    const slow = new AbortController();
    const timer = watchRate(upload, slow);
    try {
      const reserve = (bytes: number): void => {
        const total = this.findLike(isAdministrator).reduce((sum, arrived) => sum + arrived.bytes, bytes);
        if (total > this.config.importLimitBytes) throw new UploadsExhausted();
        upload.bytes += bytes;
      };
      return await body({ reserve, signal: slow.signal });
    } finally {
      clearInterval(timer);
      uploads.delete(id);
    }
  }

  /** The uploads of administrators, or of others. */
  private findLike(isAdministrator: boolean): readonly { readonly bytes: number }[] {
    return [...this.uploads.values()].filter((upload) => upload.isAdministrator === isAdministrator);
  }
}

/** Judges each interval by itself: many bytes at the beginning do not pay for hours of silence. */
function watchRate(upload: { readonly bytes: number }, slow: AbortController): NodeJS.Timeout {
  let before = 0;
  return setInterval(() => {
    if (upload.bytes - before < BYTES_PER_SECOND * INTERVAL_SECONDS)
      slow.abort(new BodyTooSlow(BYTES_PER_SECOND));
    before = upload.bytes;
  }, INTERVAL_SECONDS * 1000).unref();
}
