import { type ApiResponse, send } from '../http/send.js';
import type { CollectionDocument, EntryDocument, Identifier, Json, Linkage } from './document.js';
import { type Query, toQueryString } from './query.js';

const mediaType = 'application/vnd.api+json';

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

  get({ type, id }: Identifier, query: Pick<Query, 'include'> = {}): Promise<ApiResponse<EntryDocument>> {
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

  async remove({ type, id }: Identifier): Promise<void> {
    await send<undefined>(`${formatTypePath(type)}/${id}`, { method: 'DELETE', mediaType });
  },
};

/** The path of the entries of a resource type: `/api/node/article`. */
export function formatTypePath(type: string): string {
  return `/api/${type.split('--').map(encodeURIComponent).join('/')}`;
}
