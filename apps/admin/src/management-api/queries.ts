import { queryOptions } from '@tanstack/react-query';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from './management-api.js';
import {
  type AttemptWithRequest,
  type Delivery,
  type DeliveryWithHistory,
  type EventConsumer,
  type EventType,
  type Job,
  type JobSchedule,
  type LoggedEventWithSnapshot,
  type Webhook,
  isUnfinished,
} from './operations-resources.js';
import { translateModel } from './translate-model.js';
import type {
  ApiClient,
  Bundle,
  ContentActivity,
  ContentModel,
  FieldWithUsage,
  List,
  ListViews,
  PreviewSite,
  Role,
  Scope,
  SettingsName,
  SigningKey,
  User,
  UserGrant,
  UserSession,
} from './resources.js';

/** How often something that goes on is fetched again. */
const POLL_MS = 3000;
const POLL_MAXIMUM_MS = 60_000;
const CONSUMERS_POLL_MS = 5000;
const SCHEDULES_POLL_MS = 5000;
export const JOB_POLL_MS = 2000;
export const DELIVERIES_POLL_MS = 3000;

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

/** Reads all pages of a list that stays short. @param path with or without a query */
export async function readAllPages<T>(path: string): Promise<readonly T[]> {
  const separator = path.includes('?') ? '&' : '?';
  const items: T[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `${separator}cursor=${encodeURIComponent(cursor)}`;
    const { body }: ApiResponse<List<T>> = await managementApi.get<List<T>>(path + query);
    items.push(...body.items);
    cursor = body.next ?? null;
  }
  return items;
}

function allPagesQuery<T>(key: readonly string[], path: string) {
  return queryOptions({ queryKey: key, queryFn: () => readAllPages<T>(path) });
}

export const apiClients = allPagesQuery<ApiClient>(['api-clients'], '/api-clients');
export const apiClient = (id: string) =>
  singleQuery<ApiClient>(['api-clients', id], `/api-clients${buildPath(id)}`);

export const scopes = { ...allPagesQuery<Scope>(['scopes'], '/scopes'), staleTime: Infinity };

export const settings = <T>(name: SettingsName) => singleQuery<T>(['settings', name], `/settings/${name}`);

export const contentModel = queryOptions({
  queryKey: ['content-model'],
  queryFn: async () => translateModel((await managementApi.get<ContentModel>('/content-model')).body),
});

/** The sites that show previews; below the key of the settings, so that a change of them invalidates it. */
export const previewSites = {
  ...allPagesQuery<PreviewSite>(['settings', 'preview-sites'], '/preview-sites'),
  staleTime: Infinity,
};

/** Below the key of the entries, so that a change of an entry invalidates it. */
export const contentActivity = documentQuery<ContentActivity>(['entries', 'activity'], '/content-activity');

export const bundleResource = (entityType: string, bundle: string) =>
  singleQuery<Bundle>(['content-model', entityType, bundle], `/bundles${buildPath(entityType, bundle)}`);

export const fieldResource = (entityType: string, bundle: string, field: string) =>
  singleQuery<FieldWithUsage>(
    ['content-model', entityType, bundle, field],
    `/bundles${buildPath(entityType, bundle)}/fields${buildPath(field)}`,
  );

/** The views of lists that the signed-in user has saved. */
export const listViews = singleQuery<ListViews>(['list-views'], '/me/views');

export const roles = allPagesQuery<Role>(['roles'], '/roles');

export const signingKeys = allPagesQuery<SigningKey>(['signing-keys'], '/keys');

export const users = allPagesQuery<User>(['users'], '/users');

export const user = (id: string) => singleQuery<User>(['users', id], `/users${buildPath(id)}`);

export const userSessions = (id: string) =>
  allPagesQuery<UserSession>(['users', id, 'sessions'], `/users${buildPath(id)}/sessions`);

export const userGrants = (id: string) =>
  allPagesQuery<UserGrant>(['users', id, 'grants'], `/users${buildPath(id)}/grants`);

export const role = (name: string) => singleQuery<Role>(['roles', name], `/roles${buildPath(name)}`);

export const webhooks = allPagesQuery<Webhook>(['webhooks'], '/webhooks');

export const webhook = (id: string) => singleQuery<Webhook>(['webhooks', id], `/webhooks${buildPath(id)}`);

/** They change with the version of the service only. */
export const eventTypes = {
  ...allPagesQuery<EventType>(['event-types'], '/event-types'),
  staleTime: Infinity,
};

/** The last 30 deliveries, newest first, for the failure rate. */
export const recentDeliveries = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', 'recent'],
    queryFn: async (): Promise<readonly Delivery[]> =>
      (await managementApi.get<List<Delivery>>(`/webhooks${buildPath(id)}/deliveries?limit=30`)).body.items,
  });

/** A delivery with its attempts, fetched again when one follows; not while the page is hidden. */
export const delivery = (webhookId: string, id: string) =>
  queryOptions({
    ...documentQuery<DeliveryWithHistory>(
      ['webhooks', webhookId, 'deliveries', id],
      `/webhooks${buildPath(webhookId)}/deliveries${buildPath(id)}`,
    ),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'delivering') return POLL_MS;
      if (data?.state !== 'pending' || data.nextAttemptAt === null) return false;
      const waitingMs = Date.parse(data.nextAttemptAt) - Date.now();
      return Math.min(Math.max(waitingMs, POLL_MS), POLL_MAXIMUM_MS);
    },
  });

/** An attempt at a delivery with what it sent. */
export const deliveryAttempt = (webhookId: string, deliveryId: string, id: string) =>
  documentQuery<AttemptWithRequest>(
    ['webhooks', webhookId, 'deliveries', deliveryId, 'attempts', id],
    `/webhooks${buildPath(webhookId)}/deliveries${buildPath(deliveryId)}/attempts${buildPath(id)}`,
  );

/** Events do not change. */
export const loggedEvent = (id: string) => ({
  ...documentQuery<LoggedEventWithSnapshot>(['events', id], `/events${buildPath(id)}`),
  staleTime: Infinity,
});

/** Fetched again while the screen is visible. */
export const eventConsumers = {
  ...allPagesQuery<EventConsumer>(['event-consumers'], '/consumers'),
  refetchInterval: CONSUMERS_POLL_MS,
};

/** A background job, fetched again until it is finished; not while the page is hidden. */
export const job = (id: string) =>
  queryOptions({
    ...documentQuery<Job>(['jobs', id], `/jobs${buildPath(id)}`),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnfinished(data) ? JOB_POLL_MS : false,
  });

/** Fetched again while the screen is visible. */
export const schedules = {
  ...allPagesQuery<JobSchedule>(['schedules'], '/schedules'),
  refetchInterval: SCHEDULES_POLL_MS,
};

export const schedule = (name: string) =>
  singleQuery<JobSchedule>(['schedules', name], `/schedules${buildPath(name)}`);
