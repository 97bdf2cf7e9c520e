import { Injectable } from '@nestjs/common';
import { DomainError } from '@content-service/kernel';
import { Config } from '../config/config.js';

/** Uploads that a process receives at a time; one of them is imported at a time. */
const UPLOADS_MAXIMUM = 3;

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
 * one site package may have, since the database keeps what has arrived. Places are in memory, so they end with the process;
 * parts that it leaves behind are pruned.
 */
@Injectable()
export class ImportUploads {
  /** Bytes that have arrived, by actor. */
  private readonly uploads = new Map<string, number>();

  constructor(private readonly config: Config) {}

  /**
   * Takes a place, which is free again after `body`.
   *
   * @param actor the id of the user or client
   * @param body gets a function to call with the number of bytes before they are stored; it throws UploadsExhausted
   * @throws UploadRunning, UploadsExhausted, and what `body` throws
   */
  async run<T>(actor: string, body: (reserve: (bytes: number) => void) => Promise<T>): Promise<T> {
    const { uploads } = this;
    if (uploads.has(actor)) throw new UploadRunning();
    if (uploads.size >= UPLOADS_MAXIMUM) throw new UploadsExhausted();
    uploads.set(actor, 0);
    try {
      return await body((bytes) => {
        const total = [...uploads.values()].reduce((sum, arrived) => sum + arrived, bytes);
        if (total > this.config.importLimitBytes) throw new UploadsExhausted();
        uploads.set(actor, (uploads.get(actor) ?? 0) + bytes);
      });
    } finally {
      uploads.delete(actor);
    }
  }
}
