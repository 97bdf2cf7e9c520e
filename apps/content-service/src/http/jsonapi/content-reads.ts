import { Injectable } from '@nestjs/common';
import { Storage } from '@content-service/storage';
import type { RequestContext } from './read-request.pipes.js';

/**
 * Runs the reads of a GET request. Without a token it cannot have written anything, so it may be answered by a replica of the
 * database; with one, and of a preview, it sees all that was written before.
 */
@Injectable()
export class ContentReads {
  constructor(private readonly storage: Storage) {}

  run<T>(
    { principal, modelVersion, preview }: Pick<RequestContext, 'principal' | 'modelVersion' | 'preview'>,
    read: () => Promise<T>,
  ): Promise<T> {
    const mayBeStale = principal.kind === 'anonymous' && preview === undefined;
    return mayBeStale ? this.storage.readBoundedStale(modelVersion, read) : read();
  }
}
