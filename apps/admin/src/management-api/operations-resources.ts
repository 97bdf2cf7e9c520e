import type { components } from './schema.js';

/** Webhooks, events and jobs of the management API, by the names of the administration. */

type Schemas = components['schemas'];

/** The client or user of an event, a job or a webhook. */
export type Actor = NonNullable<Schemas['Event']['actor']>;

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['Webhook.new'];
export type SignatureScheme = Webhook['signature'];
/** The response to a creation or rotation, the only one with the secret. */
export type WebhookWithSecret = Schemas['Webhook.withSecret'];

export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryState = Delivery['state'];
export type DeliveryWithHistory = Schemas['WebhookDelivery.withHistory'];
/** One HTTP request to a receiver. */
export type DeliveryAttempt = Schemas['WebhookAttempt'];
/** An attempt with the headers and the body that were sent. */
export type AttemptWithRequest = Schemas['WebhookAttempt.withRequest'];

export const DELIVERY_STATES = [
  'pending',
  'delivering',
  'delivered',
  'dead',
  'skipped',
] as const satisfies readonly DeliveryState[];

export type EventType = Schemas['EventType'];
/** What events are about: entries; users, clients, settings and so on; or nothing, when a webhook is tested. */
export type EventCategory = EventType['category'];
export type EntryOperation = NonNullable<Schemas['Event']['operation']>;

/** An event of an entry. */
export type EntryEvent = EventOf<'public' | 'content', 'published' | 'cause'>;
/** An event of management data: an entry of the audit log. */
type ManagementEvent = EventOf<'management', 'action' | 'details'>;

/** @typeParam Members those that events of this kind have; they are `null` in others */
type EventOf<Visibility extends string, Members extends keyof Schemas['Event']> = Schemas['Event'] & {
  readonly visibility: Visibility;
} & { readonly [Name in Members]: NonNullable<Schemas['Event'][Name]> };

export type LoggedEvent = EntryEvent | ManagementEvent;

/** With the state of the entry after the change; `null` when it was too large to be recorded. */
export type LoggedEventWithSnapshot = LoggedEvent &
  Pick<Schemas['Event.withSnapshot'], 'attributes' | 'relationships'>;

/** A reader of the event log inside of the service, such as `webhooks`. */
export type EventConsumer = Schemas['EventConsumer'];

/** Large work that the service does in the background. */
export type Job = Schemas['Job'];

export const JOB_STATES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly Job['state'][];

/** When the service starts a job. */
export type JobSchedule = Schemas['Schedule'];

/** A future publication of an entry. */
export type EntrySchedule = Schemas['EntrySchedule'];
export type EntryRevision = Schemas['EntryRevision'];
export type DeletedEntry = Schemas['DeletedEntry'];
export type RestoredEntry = Schemas['RestoredEntry'];
/** The other users who have an entry open. */
export type EntryPresence = Schemas['EntryPresence'];

export type EntryCopy = Schemas['EntryCopy'];

export function isUnfinished({ state }: Job): boolean {
  return state === 'queued' || state === 'running';
}
