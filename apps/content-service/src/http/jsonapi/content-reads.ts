import { Injectable } from '@nestjs/common';
import { Storage } from '@content-service/storage';
import type { RequestContext } from './read-request.pipes.js';

/**
 * Runs the reads of a GET request. Without a token it cannot have written anything, so it may be answered by a replica of the
 * database; with one it sees all that was written before.
 */
@Injectable()
export class ContentReads {
  constructor(private readonly storage: Storage) {}

  run<T>(
    { principal, modelVersion }: Pick<RequestContext, 'principal' | 'modelVersion'>,
    read: () => Promise<T>,
  ): Promise<T> {
    return principal.kind === 'anonymous' ? this.storage.readBoundedStale(modelVersion, read) : read();
  }
}
