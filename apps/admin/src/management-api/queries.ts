import { queryOptions } from '@tanstack/react-query';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from './management-api.js';
import type {
  ApiClient,
  Bundle,
  ContentModel,
  FieldWithUsage,
  List,
  Role,
  Scope,
  SettingsName,
  SigningKey,
  User,
  UserGrant,
  UserSession,
} from './resources.js';

/** A resource with its `ETag`. */
function singleQuery<T>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: (): Promise<ApiResponse<T>> => managementApi.get<T>(path) });
}

/** A document without a version. */
function documentQuery<T>(key: readonly string[], path: string) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<T> => (await managementApi.get<T>(path)).body,
  });
}

/** All pages of a list that stays short. */
function allPagesQuery<T>(key: readonly string[], path: string) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<readonly T[]> => {
      const items: T[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
        const { body }: ApiResponse<List<T>> = await managementApi.get<List<T>>(path + query);
        items.push(...body.items);
        cursor = body.next ?? null;
      }
      return items;
    },
  });
}

export const apiClients = allPagesQuery<ApiClient>(['api-clients'], '/api-clients');
export const apiClient = (id: string) =>
  singleQuery<ApiClient>(['api-clients', id], `/api-clients${buildPath(id)}`);

export const scopes = { ...allPagesQuery<Scope>(['scopes'], '/scopes'), staleTime: Infinity };

export const settings = <T>(name: SettingsName) => singleQuery<T>(['settings', name], `/settings/${name}`);

export const contentModel = documentQuery<ContentModel>(['content-model'], '/content-model');

export const bundleResource = (entityType: string, bundle: string) =>
  singleQuery<Bundle>(['content-model', entityType, bundle], `/bundles${buildPath(entityType, bundle)}`);

export const fieldResource = (entityType: string, bundle: string, field: string) =>
  singleQuery<FieldWithUsage>(
    ['content-model', entityType, bundle, field],
    `/bundles${buildPath(entityType, bundle)}/fields${buildPath(field)}`,
  );

export const roles = allPagesQuery<Role>(['roles'], '/roles');

export const signingKeys = allPagesQuery<SigningKey>(['signing-keys'], '/keys');

export const users = allPagesQuery<User>(['users'], '/users');

export const user = (id: string) => singleQuery<User>(['users', id], `/users${buildPath(id)}`);

export const userSessions = (id: string) =>
  allPagesQuery<UserSession>(['users', id, 'sessions'], `/users${buildPath(id)}/sessions`);

export const userGrants = (id: string) =>
  allPagesQuery<UserGrant>(['users', id, 'grants'], `/users${buildPath(id)}/grants`);

export const role = (name: string) => singleQuery<Role>(['roles', name], `/roles${buildPath(name)}`);
