import type { ContentModel } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import {
  createTestEventDocument,
  formatEventCursor,
  getOperation,
  isEntryEvent,
  type LoggedEntryEvent,
  type LoggedEvent,
  type LoggedManagementEvent,
  TEST_EVENT_TYPE,
} from '@content-service/events';
import { type ApiRoot, buildEntryHref, serializeEntryDocument } from '@content-service/jsonapi';
import type { JsonObject, Uuid } from '@content-service/kernel';
import type { WebhookDefinition } from '@content-service/webhooks';
import type { Config } from '../config/config.js';
import { formatChangeTags } from '../edge-cache/cache-tags.js';

/** Inputs of the body of a delivery besides its event. */
export interface EventDocumentContext {
  readonly apiRoot: ApiRoot;
  readonly model: ContentModel;
  /** The start of links to the administration. */
  readonly adminUrl: string;
  readonly bytesMaximum: number;
}

/** What an endpoint gets of an event. `identity`: that an entry with this type and id is no longer there. */
export interface EventDocumentOptions extends Pick<WebhookDefinition, 'payload' | 'format' | 'visibility'> {
  readonly disclosure: 'full' | 'identity';
  /** Whether the event is sent again by a replay. */
  readonly isReplay?: boolean;
}

/** @param bytesMaximum documents above it have neither attributes and relationships nor details */
export function createEventDocumentContext(
  { baseUrl, jsonApiPrefix: prefix }: Pick<Config, 'baseUrl' | 'jsonApiPrefix'>,
  model: ContentModel,
  bytesMaximum: number,
): EventDocumentContext {
  return { apiRoot: { baseUrl, prefix }, adminUrl: `${baseUrl}/admin`, model, bytesMaximum };
}

/** Stands before the types of CloudEvents, which should begin with a name of the producer (CloudEvents 1.0 «type»). */
const CLOUDEVENTS_TYPE_PREFIX = 'content-service.';
/** Sequences are compared as text (CloudEvents «Sequence»). */
const SEQUENCE_DIGITS = 20;

/** The body of a delivery and its media type. The same event gives the same bytes unless endpoint or model change. */
export function serializeEvent(
  event: LoggedEvent,
  options: EventDocumentOptions,
  context: EventDocumentContext,
): { readonly contentType: string; readonly body: string } {
  const isFull = options.disclosure === 'full' && options.payload === 'full';
  const full = isFull ? createDocument(event, options, context, true) : undefined;
  const body = full && format(event, full, options, context);
  const isWithinLimit = body !== undefined && Buffer.byteLength(body) <= context.bytesMaximum;
  return {
    contentType: CONTENT_TYPES[options.format],
    body: isWithinLimit
      ? body
      : format(event, createDocument(event, options, context, false), options, context),
  };
}

const CONTENT_TYPES: Readonly<Record<WebhookDefinition['format'], string>> = {
  json: 'application/json',
  cloudevents: 'application/cloudevents+json; charset=utf-8',
};

function createDocument(
  event: LoggedEvent,
  options: EventDocumentOptions,
  context: EventDocumentContext,
  isFull: boolean,
): JsonObject {
  if (!isEntryEvent(event)) return toManagementDocument(event, options, isFull);
  return toEntryDocument(event, isFull ? findEntryMembers(event, context) : undefined, options, context);
}

function format(
  event: LoggedEvent,
  document: JsonObject,
  { format, visibility }: EventDocumentOptions,
  { apiRoot }: EventDocumentContext,
): string {
  return JSON.stringify(format === 'json' ? document : toCloudEvent(event, document, visibility, apiRoot));
}

/** The parts of a resource object that an event may leave out. */
type EntryMembers = Pick<JsonObject, 'attributes' | 'relationships'>;

/**
 * The entry as of the change, with the fields of the present model; `undefined` when the log did not keep it, or the
 * model has no such type any more.
 */
function findEntryMembers(
  { subject, snapshot, published, recordedAt }: LoggedEntryEvent,
  { apiRoot, model }: EventDocumentContext,
): EntryMembers | undefined {
  if (snapshot === undefined || model.find(subject.type) === undefined) return undefined;
  const seconds = Math.floor(recordedAt / 1_000_000);
  const entry = Entry.stored(
    {
      ...{ id: subject.id, type: subject.type, version: subject.version, position: subject.epoch },
      ...{ published: published.after, created: seconds, changed: seconds },
      // Events do not state the version of the model. With 0, missing fields are added as to an old entry.
      modelVersion: 0,
    },
    snapshot.attributes,
    snapshot.relationships,
  );
  const result = { entry, included: undefined, omitted: [] };
  const text = serializeEntryDocument(result, { apiRoot, model, fields: new Map(), query: '' });
  const { attributes, relationships } = (JSON.parse(text) as { data: EntryMembers }).data;
  return { attributes, relationships };
}

/**
 * The document of an event of an entry (`EVENT_TYPES` has its schema): a resource object with `meta` about the change. A public
 * endpoint is not told the actor.
 */
function toEntryDocument(
  event: LoggedEntryEvent,
  entry: EntryMembers | undefined,
  { visibility, disclosure, isReplay = false }: EventDocumentOptions,
  { apiRoot, adminUrl }: EventDocumentContext,
): JsonObject {
  const { type, id } = event.subject;
  const actor = visibility === 'content' ? event.actor : undefined;
  const isIdentity = disclosure === 'identity';
  const links = { self: { href: buildEntryHref({ type, id }, apiRoot) } };
  const editUrl = { edit_url: `${adminUrl}/entries/${type.replace('--', '/')}/${id}` };
  return {
    type: event.type,
    timestamp: Math.floor(event.recordedAt / 1_000_000),
    jsonapi: { version: '1.1' },
    data: {
      type,
      id,
      ...entry,
      ...(isIdentity ? {} : { links }),
      meta: {
        operation: getOperation(event),
        user: actor?.userId ?? null,
        ...(isIdentity ? {} : editUrl),
      },
    },
    meta: {
      event: {
        id: event.id,
        sequence: formatEventCursor(event),
        time: formatTime(event),
        version: event.subject.version,
        changed: isIdentity ? [] : event.changed,
        published: event.published,
        cause: event.cause,
        ...(isIdentity || event.revision === undefined ? {} : { revision: event.revision }),
        tags: formatChangeTags({ type, id }),
        ...(actor?.clientId === undefined ? {} : { client: actor.clientId }),
        ...(entry === undefined ? { truncated: true } : {}),
        ...(isReplay ? { replay: true } : {}),
      },
    },
  };
}

/** The document of an event of management data: its audit line. */
function toManagementDocument(
  event: LoggedManagementEvent,
  { isReplay = false }: EventDocumentOptions,
  isFull: boolean,
): JsonObject {
  const { subject, action, actor, details } = event;
  return {
    type: event.type,
    timestamp: Math.floor(event.recordedAt / 1_000_000),
    data: {
      ...{ type: subject.type, id: subject.id, action },
      actor: { kind: 'operator', ...actor },
      ...(isFull ? { details: details as JsonObject } : {}),
    },
    meta: {
      event: {
        id: event.id,
        sequence: formatEventCursor(event),
        time: formatTime(event),
        version: subject.version,
        ...(isFull ? {} : { truncated: true }),
        ...(isReplay ? { replay: true } : {}),
      },
    },
  };
}

/**
 * A structured CloudEvents 1.0 envelope, with the extensions `sequence` and `partitionkey`, and unless the endpoint is public
 * `traceparent` («Distributed Tracing») and, for a document that leaves something out, `dataref` («Dataref»).
 */
function toCloudEvent(
  event: LoggedEvent,
  data: JsonObject,
  visibility: WebhookDefinition['visibility'],
  { baseUrl }: ApiRoot,
): JsonObject {
  const { type, id } = event.subject;
  const isPublic = visibility === 'public';
  const traceparent = !isPublic && isEntryEvent(event) ? event.traceparent : undefined;
  const { truncated } = (data['meta'] as { readonly event: JsonObject }).event;
  return {
    ...createEnvelope(event, formatTime(event), baseUrl),
    subject: `${type}/${id}`,
    sequence: String(event.position).padStart(SEQUENCE_DIGITS, '0'),
    partitionkey: id,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(truncated === true && !isPublic ? { dataref: `${baseUrl}/manage/events/${event.id}` } : {}),
    data,
  };
}

/** Where `/openapi.json` has the schema of the documents of a type of events, as a JSON Pointer (RFC 6901 §6). */
export function buildEventSchemaPointer(type: string): string {
  return `/webhooks/${type}/post/requestBody/content/application~1json/schema`;
}

/** The attributes that every CloudEvent of the service has. */
function createEnvelope(
  { id, type }: { readonly id: Uuid; readonly type: string },
  time: string,
  baseUrl: string,
): JsonObject {
  return {
    ...{ specversion: '1.0', id, source: baseUrl, type: CLOUDEVENTS_TYPE_PREFIX + type, time },
    datacontenttype: 'application/json',
    dataschema: `${baseUrl}/openapi.json#${buildEventSchemaPointer(type)}`,
  };
}

/** The body of a call that an administrator tries an endpoint with. It has no entry. */
export function serializeTestEvent(
  { id, now }: { readonly id: Uuid; readonly now: number },
  { format }: Pick<WebhookDefinition, 'format'>,
  { baseUrl }: ApiRoot,
): { readonly contentType: string; readonly body: string } {
  const document = createTestEventDocument(id, now);
  const time = new Date(now * 1000).toISOString();
  const envelope = createEnvelope({ id, type: TEST_EVENT_TYPE }, time, baseUrl);
  const body = JSON.stringify(format === 'json' ? document : { ...envelope, data: document });
  return { contentType: CONTENT_TYPES[format], body };
}

function formatTime({ recordedAt }: LoggedEvent): string {
  return new Date(Math.floor(recordedAt / 1000)).toISOString();
}
