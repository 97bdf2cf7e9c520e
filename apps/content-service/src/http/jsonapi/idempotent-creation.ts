import { Injectable } from '@nestjs/common';
import {
  DuplicateRequest,
  type Entry,
  EntryNotFound,
  EntryStore,
  type IdempotentRequest,
} from '@content-service/entries';
import { Clock, DomainError, sha256 } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';

const LIFETIME_SECONDS = 86_400;
const LENGTH_MAXIMUM = 255;

/** Identity of a request: equal keys with unequal fingerprints are an error. */
export type IdempotencyKey = Pick<IdempotentRequest, 'key' | 'fingerprint'>;

/**
 * Parses the header `Idempotency-Key` (IETF draft idempotency-key-header). Keys are scoped to client, user and path.
 *
 * @returns `undefined` without the header
 * @throws IdempotencyKeyInvalid
 */
export function parseIdempotencyKey(
  key: string | undefined,
  principal: Principal,
  path: string,
  body: Buffer,
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > LENGTH_MAXIMUM)
    throw new IdempotencyKeyInvalid(LENGTH_MAXIMUM);
  return {
    key: sha256(JSON.stringify([...toOwnerParts(principal), path, key])),
    fingerprint: sha256(body.toString('latin1')),
  };
}

/** Client and user: neither the users of one client nor the clients of one user share keys. */
function toOwnerParts(principal: Principal): readonly string[] {
  if (principal.kind === 'anonymous') return [];
  return principal.kind === 'user' ? [principal.clientId, principal.userId] : [principal.clientId];
}

/** Creates an entry once, although a client may repeat a request whose response it did not receive. */
@Injectable()
export class IdempotentCreation {
  private readonly running = new Set<string>();

  constructor(
    private readonly store: EntryStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param create receives the request to store together with the entry
   * @returns the entry created now, or by an earlier request with the same key
   * @throws IdempotencyKeyReused, DuplicateRequest while the first request is in progress
   */
  async run(
    idempotencyKey: IdempotencyKey | undefined,
    create: (request?: Omit<IdempotentRequest, 'entryId'>) => Promise<Entry>,
  ): Promise<Entry> {
    if (idempotencyKey === undefined) return create();
    const { key } = idempotencyKey;
    if (this.running.has(key)) throw new DuplicateRequest(key);
    this.running.add(key);
    try {
      const expiresAt = this.clock.now() + LIFETIME_SECONDS;
      return (
        (await this.findEarlierResult(idempotencyKey)) ?? (await create({ ...idempotencyKey, expiresAt }))
      );
    } finally {
      this.running.delete(key);
    }
  }

  private async findEarlierResult({ key, fingerprint }: IdempotencyKey): Promise<Entry | undefined> {
    const earlier = await this.store.findIdempotentRequest(key, this.clock.now());
    if (earlier === undefined) return undefined;
    if (earlier.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
    const entry = (await this.store.getMany([earlier.entryId])).get(earlier.entryId);
    if (entry === undefined) throw new EntryNotFound('entry', earlier.entryId);
    return entry;
  }
}

const source = { header: 'Idempotency-Key' };

class IdempotencyKeyInvalid extends DomainError {
  constructor(maximum: number) {
    super('invalid_request', `An Idempotency-Key has 1 to ${maximum} visible ASCII characters.`, { source });
  }
}

/** The key belongs to an earlier request with another body. */
class IdempotencyKeyReused extends DomainError {
  constructor() {
    super('idempotency_key_reused', 'This Idempotency-Key was used for another body. Take a new one.', {
      source,
    });
  }
}
