/** Webhooks, events and jobs of the management API, as `/openapi.json` describes them; times are RFC 3339. */

/** The client or user of an event, a job or a webhook. */
export interface Actor {
  readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
  readonly userId: string | null;
  readonly clientId: string | null;
}

/** What an event is about. */
interface Subject {
  /** The resource type of an entry, such as `node--article`, or the kind of another object, such as `client`. */
  readonly type: string;
  readonly id: string;
}

export type EntryOperation = 'create' | 'update' | 'delete';

/** What an administrator decides about a webhook; empty lists select all. */
export interface WebhookDefinition {
  readonly label: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly resourceTypes: readonly string[];
  readonly operations: readonly EntryOperation[];
  readonly visibility: 'public' | 'content' | 'management';
  readonly payload: 'full' | 'thin';
  readonly format: 'json' | 'cloudevents';
  readonly ordering: 'entry' | 'none';
  readonly latestOnly: boolean;
  readonly includeDerived: boolean;
  readonly maxConcurrency: number;
  /** `null`: no limit. */
  readonly maxPerSecond: number | null;
}

export type SignatureScheme = 'v1' | 'v1a';

export interface Webhook extends WebhookDefinition {
  readonly id: string;
  readonly enabled: boolean;
  /** The values of the headers are not shown. */
  readonly headerNames: readonly string[];
  readonly signature: SignatureScheme;
  readonly publicKey: string | null;
  /** The end of the grace time of the secret before the last rotation. */
  readonly previousSecretUntil: string | null;
  readonly owner: Actor;
  /** Why the service disabled it; `null` when an administrator did. */
  readonly disabledReason: 'gone' | 'failing' | null;
  /** Of a disabled webhook and of one that was just enabled: where a replay of the time in between begins. */
  readonly replayFrom: string | null;
  readonly circuit: {
    readonly state: 'closed' | 'open' | 'half-open';
    /** Consecutive failures. */
    readonly failures: number;
    readonly failingSince: string | null;
    readonly openUntil: string | null;
  };
  readonly createdAt: string;
}

/** The response to a creation or rotation, the only one with the secret. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

export const DELIVERY_STATES = ['pending', 'delivering', 'delivered', 'dead', 'skipped'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly subject: Subject;
  readonly state: DeliveryState;
  /** The number of attempts since the delivery was started. */
  readonly attempts: number;
  readonly skipReason: string | null;
  readonly nextAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** One HTTP request to a receiver. */
export interface DeliveryAttempt {
  readonly startedAt: string;
  readonly durationMs: number;
  /** The HTTP status; `null` without an answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string | null;
  /** The beginning of the answer. */
  readonly excerpt: string | null;
}

export interface DeliveryWithHistory extends Delivery {
  readonly history: readonly DeliveryAttempt[];
}

export interface EventType {
  readonly type: string;
  readonly category: EventCategory;
  /** When the event occurs. */
  readonly sentence: string;
}

/** What events are about: entries; users, clients, settings and so on; or nothing, when a webhook is tested. */
export type EventCategory = 'entry' | 'management' | 'test';

interface EventFacts {
  readonly id: string;
  /** The cursor behind the event. */
  readonly sequence: string;
  readonly type: string;
  readonly subject: Subject;
  readonly version: number;
  readonly at: string;
  /** `null` for background work. */
  readonly actor: Actor | null;
}

/** An event of an entry. */
export interface EntryEvent extends EventFacts {
  readonly visibility: 'public' | 'content';
  readonly published: { readonly before: boolean; readonly after: boolean };
  readonly changed: readonly string[];
  readonly cause: string;
  readonly requestId: string | null;
}

/** An event of management data: an entry of the audit log. */
interface ManagementEvent extends EventFacts {
  readonly visibility: 'management';
  readonly details: Readonly<Record<string, unknown>>;
}

export type LoggedEvent = EntryEvent | ManagementEvent;

/** With the state of the entry after the change; `null` when it was too large to be recorded. */
export type LoggedEventWithSnapshot = LoggedEvent & {
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly relationships: Readonly<Record<string, unknown>> | null;
};

/** A reader of the event log inside of the service, such as `webhooks`. */
export interface EventConsumer {
  readonly name: string;
  readonly state: 'ok' | 'paused' | 'error';
  /** Why it does not go on. */
  readonly error: string | null;
  readonly position: number;
  /** The process that has the lease. */
  readonly holder: string | null;
  readonly lag: { readonly events: number; readonly seconds: number };
}

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** Large work that the service does in the background. */
export interface Job {
  readonly id: string;
  /** Such as `index.rebuild`. */
  readonly kind: string;
  readonly state: (typeof JOB_STATES)[number];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly phase: string;
  /** The number of entries that are done. */
  readonly done: number;
  readonly total: number | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly actor: Actor;
  readonly attempts: number;
  readonly cancelRequested: boolean;
  readonly createdAt: string;
  readonly runAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** When the service starts a job. */
export interface JobSchedule {
  readonly name: string;
  /** Five fields, in UTC. */
  readonly cron: string;
  readonly defaultCron: string;
  readonly enabled: boolean;
  readonly kind: string;
  /** `null` while it is disabled. */
  readonly nextDueAt: string | null;
  readonly lastDueAt: string | null;
  readonly lastRunAt: string | null;
  /** The id of the last job. */
  readonly lastJob: string | null;
  /** `null` while that job is unfinished. */
  readonly lastOutcome: 'succeeded' | 'failed' | 'cancelled' | null;
}

/** A future publication of an entry. */
export interface EntrySchedule {
  readonly entry: Subject & { readonly label: string | null };
  readonly action: 'publish' | 'unpublish';
  readonly dueAt: string;
}

export function isUnfinished({ state }: Job): boolean {
  return state === 'queued' || state === 'running';
}
