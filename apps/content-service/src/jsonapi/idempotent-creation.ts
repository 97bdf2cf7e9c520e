import { Injectable } from '@nestjs/common';
import {
  DuplicateRequest,
  type Entry,
  EntryStore,
  EntryUnknown,
  type IdempotencyRecord,
} from '@content-service/entries';
import { Clock, sha256 } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { IdempotencyKeyInvalid, IdempotencyKeyReused } from './idempotency.errors.js';

const LIFETIME_SECONDS = 86_400;
const LENGTH_MAXIMUM = 255;

/** What a repetition of a request is recognised by. */
export type RequestMark = Pick<IdempotencyRecord, 'key' | 'fingerprint'>;

/**
 * The mark of a request with an `Idempotency-Key`; keys are a client's own, and each path has its own.
 *
 * @throws IdempotencyKeyInvalid
 */
export function requestMark(
  key: string | undefined,
  principal: Principal,
  path: string,
  body: Buffer,
): RequestMark | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > LENGTH_MAXIMUM)
    throw new IdempotencyKeyInvalid(LENGTH_MAXIMUM);
  const owner = principal.kind === 'anonymous' ? '' : principal.clientId;
  return { key: sha256([owner, path, key].join('\n')), fingerprint: sha256(body.toString('latin1')) };
}

/** Makes an entry once, however often a client asks because it did not hear the answer. */
@Injectable()
export class IdempotentCreation {
  private readonly running = new Set<string>();

  constructor(
    private readonly store: EntryStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param create is given the record to store together with the entry
   * @returns the entry, made now or by an earlier request with the same mark
   * @throws IdempotencyKeyReused, DuplicateRequest while the first request is being answered
   */
  async once(
    mark: RequestMark | undefined,
    create: (record?: Omit<IdempotencyRecord, 'entryId'>) => Promise<Entry>,
  ): Promise<Entry> {
    if (mark === undefined) return create();
    if (this.running.has(mark.key)) throw new DuplicateRequest(mark.key);
    this.running.add(mark.key);
    try {
      const expiresAt = this.clock.now() + LIFETIME_SECONDS;
      return (await this.earlier(mark)) ?? (await create({ ...mark, expiresAt }));
    } finally {
      this.running.delete(mark.key);
    }
  }

  private async earlier({ key, fingerprint }: RequestMark): Promise<Entry | undefined> {
    const record = await this.store.findIdempotencyRecord(key, this.clock.now());
    if (record === undefined) return undefined;
    if (record.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
    const entry = (await this.store.getMany([record.entryId])).get(record.entryId);
    if (entry === undefined) throw new EntryUnknown('entry', record.entryId);
    return entry;
  }
}
