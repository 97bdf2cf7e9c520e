import { ApiError } from '../http/api-error.js';
import { type ApiResponse, send } from '../http/send.js';
import type { CollectionDocument, EntryDocument, Identifier, Json, Linkage } from './document.js';
import { type Query, toQueryString } from './query.js';

const mediaType = 'application/vnd.api+json';
const WORKING_COPY = toQueryString({ revision: 'working-copy' });
const ATOMIC = `${mediaType};ext="https://jsonapi.org/ext/atomic"` as const;

/** The operations of one request; a site can allow fewer. */
export const OPERATIONS_MAXIMUM = 100;

/** The members of a resource object to write; an update leaves absent members unchanged. */
export interface Members {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships: Readonly<Record<string, { readonly data: Linkage }>>;
}

/** Requests to the content API of the service (JSON:API 1.1). Each throws `ApiError`. */
export const jsonApi = {
  /** @param type such as `node--article` */
  async find(type: string, query: Query): Promise<CollectionDocument> {
    return (await send<CollectionDocument>(formatTypePath(type) + toQueryString(query), { mediaType })).body;
  },

  /** The present state, that of a revision, or that of the working copy. */
  get(
    { type, id }: Identifier,
    query: Pick<Query, 'include' | 'revision'> = {},
  ): Promise<ApiResponse<EntryDocument>> {
    return send<EntryDocument>(`${formatTypePath(type)}/${id}${toQueryString(query)}`, { mediaType });
  },

  create(type: string, members: Members): Promise<ApiResponse<EntryDocument>> {
    return send<EntryDocument>(formatTypePath(type), {
      method: 'POST',
      mediaType,
      body: { data: { type, ...members } },
    });
  },

  /** @param ifMatch `ETag` of the version to change; without it the change applies to the stored version, whichever it is */
  update(
    { type, id }: Identifier,
    members: Partial<Members>,
    ifMatch?: string,
  ): Promise<ApiResponse<EntryDocument>> {
    const body = { data: { type, id, ...members } };
    return send<EntryDocument>(`${formatTypePath(type)}/${id}`, {
      method: 'PATCH',
      mediaType,
      body,
      ifMatch,
    });
  },

  /**
   * Changes the working copy of a published entry, which the first change makes, and an unpublished entry itself. With `status`
   * set, the working copy is published.
   *
   * @param ifMatch `ETag` of the working copy, or of the entry while it has none
   * @param isMinor whether the save is one of many that the user does not ask for, such as an automatic one
   */
  saveCopy(
    { type, id }: Identifier,
    members: Partial<Members>,
    { ifMatch, isMinor = false }: { readonly ifMatch?: string | undefined; readonly isMinor?: boolean },
  ): Promise<ApiResponse<EntryDocument>> {
    const meta = isMinor ? { meta: { revision: { minor: true } } } : {};
    return send<EntryDocument>(`${formatTypePath(type)}/${id}${WORKING_COPY}`, {
      method: 'PATCH',
      mediaType,
      body: { data: { type, id, ...members }, ...meta },
      ifMatch,
    });
  },

  /** Deletes the working copy. @param ifMatch its `ETag` */
  async discardCopy({ type, id }: Identifier, ifMatch: string | undefined): Promise<void> {
    await send<undefined>(`${formatTypePath(type)}/${id}${WORKING_COPY}`, {
      method: 'DELETE',
      mediaType,
      ifMatch,
    });
  },

  /**
   * Performs writes in their order, all or none (extension Atomic Operations); in halves, each all or none, when the site allows fewer in
   * a request.
   *
   * @param operations at most `OPERATIONS_MAXIMUM`
   * @param etags of the versions of the entries to change; those in other versions are refused with 412
   */
  async perform(operations: readonly object[], etags: readonly string[] = []): Promise<void> {
    try {
      await send<unknown>('/api/operations', {
        method: 'POST',
        mediaType: ATOMIC,
        body: { 'atomic:operations': operations },
        ifMatch: etags.length === 0 ? undefined : etags.join(', '),
      });
    } catch (error) {
      if (!isTooLong(error) || operations.length === 1) throw error;
      const middle = Math.ceil(operations.length / 2);
      await jsonApi.perform(operations.slice(0, middle), etags);
      await performRest(operations.slice(middle), etags, middle);
    }
  },

  async remove({ type, id }: Identifier): Promise<void> {
    await send<undefined>(`${formatTypePath(type)}/${id}`, { method: 'DELETE', mediaType });
  },
};

/** Performs the operations from `start` on. @throws ApiError with their places among all operations */
async function performRest(
  operations: readonly object[],
  etags: readonly string[],
  start: number,
): Promise<void> {
  try {
    await jsonApi.perform(operations, etags);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.withFieldErrors(
      error.fieldErrors.map(({ pointer, ...rest }) => ({
        ...rest,
        ...(pointer === undefined ? {} : { pointer: moveOperation(pointer, start) }),
      })),
    );
  }
}

/** Such as `/atomic:operations/52/data` for `/atomic:operations/2/data` and 50. */
function moveOperation(pointer: string, by: number): string {
  return pointer.replace(
    /^(\/atomic:operations\/)(\d+)/,
    (_, path: string, index: string) => path + String(Number(index) + by),
  );
}

/** The path of the entries of a resource type: `/api/node/article`. */
export function formatTypePath(type: string): string {
  return `/api/${type.split('--').map(encodeURIComponent).join('/')}`;
}

/** Whether a request was refused since it has more operations than the site allows. */
function isTooLong(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 400 &&
    error.fieldErrors.some(({ pointer }) => pointer === '/atomic:operations')
  );
}
