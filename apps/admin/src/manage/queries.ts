import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from './manage.js';
import type {
  ApiClient,
  Bundle,
  ContentModel,
  FieldWithUse,
  List,
  Role,
  Scope,
  SigningKey,
  User,
} from './shapes.js';

/** A resource with the version that a change of it names. */
function single<T>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: (): Promise<Answer<T>> => manage.get<T>(path) });
}

function whole<T>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: async (): Promise<T> => (await manage.get<T>(path)).body });
}

/** Every page of a list that is never long. */
function all<T>(key: readonly string[], path: string) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<readonly T[]> => {
      const items: T[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
        const { body }: Answer<List<T>> = await manage.get<List<T>>(path + query);
        items.push(...body.items);
        cursor = body.next ?? null;
      }
      return items;
    },
  });
}

export const apiClients = all<ApiClient>(['api-clients'], '/api-clients');
export const apiClient = (id: string) => single<ApiClient>(['api-clients', id], `/api-clients${pathTo(id)}`);

export const scopes = { ...all<Scope>(['scopes'], '/scopes'), staleTime: Infinity };

export const settings = <T>(name: 'jsonapi' | 'cors' | 'oauth') =>
  single<T>(['settings', name], `/settings/${name}`);

export const contentModel = whole<ContentModel>(['content-model'], '/content-model');

export const bundleResource = (entityType: string, bundle: string) =>
  single<Bundle>(['content-model', entityType, bundle], `/bundles${pathTo(entityType, bundle)}`);

export const fieldResource = (entityType: string, bundle: string, field: string) =>
  single<FieldWithUse>(
    ['content-model', entityType, bundle, field],
    `/bundles${pathTo(entityType, bundle)}/fields${pathTo(field)}`,
  );

export const roles = all<Role>(['roles'], '/roles');

export const signingKeys = all<SigningKey>(['signing-keys'], '/keys');

export const users = all<User>(['users'], '/users');

export const user = (id: string) => single<User>(['users', id], `/users${pathTo(id)}`);

export const role = (name: string) => single<Role>(['roles', name], `/roles${pathTo(name)}`);
