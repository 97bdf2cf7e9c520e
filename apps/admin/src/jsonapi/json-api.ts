import { type Answer, send } from '../http/send.js';
import type { CollectionDocument, EntityDocument, Identifier, Json, Linkage } from './document.js';
import { type Query, queryText } from './query.js';

const mediaType = 'application/vnd.api+json';

/** What a write says of an entry; what is not named stays as it is. */
export interface Members {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships: Readonly<Record<string, { readonly data: Linkage }>>;
}

/** The content interface of the service (JSON:API 1.1). Every one of these throws RequestFailed. */
export const jsonApi = {
  /** @param type such as `node--article` */
  async find(type: string, query: Query): Promise<CollectionDocument> {
    return (await send<CollectionDocument>(pathOf(type) + queryText(query), { mediaType })).body;
  },

  get({ type, id }: Identifier, query: Pick<Query, 'include'> = {}): Promise<Answer<EntityDocument>> {
    return send<EntityDocument>(`${pathOf(type)}/${id}${queryText(query)}`, { mediaType });
  },

  create(type: string, members: Members): Promise<Answer<EntityDocument>> {
    return send<EntityDocument>(pathOf(type), {
      method: 'POST',
      mediaType,
      body: { data: { type, ...members } },
    });
  },

  /** @param ifMatch the version that was changed; without it whatever is there now is changed */
  update(
    { type, id }: Identifier,
    members: Partial<Members>,
    ifMatch?: string,
  ): Promise<Answer<EntityDocument>> {
    const body = { data: { type, id, ...members } };
    return send<EntityDocument>(`${pathOf(type)}/${id}`, { method: 'PATCH', mediaType, body, ifMatch });
  },

  async remove({ type, id }: Identifier): Promise<void> {
    await send<undefined>(`${pathOf(type)}/${id}`, { method: 'DELETE', mediaType });
  },
};

function pathOf(type: string): string {
  return `/api/${type.split('--').map(encodeURIComponent).join('/')}`;
}
