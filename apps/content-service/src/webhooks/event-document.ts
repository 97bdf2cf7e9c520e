import type { ContentModel } from '@content-service/bundles';
import { Entry } from '@content-service/entries';
import { formatEventCursor, getOperation, type LoggedEvent } from '@content-service/events';
import { type ApiRoot, buildEntryHref, serializeEntryDocument } from '@content-service/jsonapi';
import type { JsonObject, Uuid } from '@content-service/kernel';
import type { WebhookDefinition } from '@content-service/webhooks';

/** Inputs of the body of a delivery besides its event. */
export interface EventDocumentContext {
  readonly apiRoot: ApiRoot;
  readonly model: ContentModel;
  /** The start of links to the administration. */
  readonly adminUrl: string;
  /** Documents above it have neither attributes nor relationships. */
  readonly bytesMaximum: number;
}

/** What an endpoint gets of an event. `identity`: that an entry with this type and id is no longer there. */
export interface EventDocumentOptions extends Pick<WebhookDefinition, 'payload' | 'format' | 'visibility'> {
  readonly disclosure: 'full' | 'identity';
  /** Whether the event is sent again by a replay. */
  readonly isReplay?: boolean;
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
  const full = isFull ? findEntryMembers(event, context) : undefined;
  const body = full && serializeBody(event, full, options, context);
  const isWithinLimit = body !== undefined && Buffer.byteLength(body) <= context.bytesMaximum;
  return {
    contentType: CONTENT_TYPES[options.format],
    body: isWithinLimit ? body : serializeBody(event, undefined, options, context),
  };
}

const CONTENT_TYPES: Readonly<Record<WebhookDefinition['format'], string>> = {
  json: 'application/json',
  cloudevents: 'application/cloudevents+json; charset=utf-8',
};

function serializeBody(
  event: LoggedEvent,
  entry: EntryMembers | undefined,
  options: EventDocumentOptions,
  context: EventDocumentContext,
): string {
  const document = toEventDocument(event, entry, options, context);
  return JSON.stringify(
    options.format === 'json' ? document : toCloudEvent(event, document, context.apiRoot),
  );
}

/** The parts of a resource object that an event may leave out. */
type EntryMembers = Pick<JsonObject, 'attributes' | 'relationships'>;

/**
 * The entry as of the change, with the fields of the present model; `undefined` when the log did not keep it, or the
 * model has no such type any more.
 */
function findEntryMembers(
  { subject, snapshot, published, recordedAt }: LoggedEvent,
  { apiRoot, model }: EventDocumentContext,
): EntryMembers | undefined {
  if (snapshot === undefined || model.find(subject.type) === undefined) return undefined;
  const seconds = Math.floor(recordedAt / 1_000_000);
  const entry = Entry.stored(
    {
      ...{ id: subject.id, type: subject.type, version: subject.version, position: subject.epoch },
      ...{ published: published.after, created: seconds, changed: seconds },
      // Of which model the entry is, the event does not say: missing fields are added as for an old one.
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
 * The document of an event (`EVENT_TYPES` has its schema): a resource object with `meta` about the change. A public
 * endpoint is not told the actor.
 */
function toEventDocument(
  event: LoggedEvent,
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
        ...(actor?.clientId === undefined ? {} : { client: actor.clientId }),
        ...(entry === undefined ? { truncated: true } : {}),
        ...(isReplay ? { replay: true } : {}),
      },
    },
  };
}

/** A structured CloudEvents 1.0 envelope, with the extensions `sequence` and `partitionkey`. */
function toCloudEvent(event: LoggedEvent, data: JsonObject, { baseUrl }: ApiRoot): JsonObject {
  const { type, id } = event.subject;
  return {
    specversion: '1.0',
    id: event.id,
    source: baseUrl,
    type: CLOUDEVENTS_TYPE_PREFIX + event.type,
    subject: `${type}/${id}`,
    time: formatTime(event),
    datacontenttype: 'application/json',
    sequence: String(event.position).padStart(SEQUENCE_DIGITS, '0'),
    partitionkey: id,
    data,
  };
}

/** The body of a call that an administrator tries an endpoint with. It has no entry. */
export function serializeTestEvent(
  { id, now }: { readonly id: Uuid; readonly now: number },
  { format }: Pick<WebhookDefinition, 'format'>,
  { baseUrl }: ApiRoot,
): { readonly contentType: string; readonly body: string } {
  const type = 'webhook.test';
  const document = { type, timestamp: now, meta: { event: { id } } };
  const time = new Date(now * 1000).toISOString();
  const envelope = {
    ...{ specversion: '1.0', id, source: baseUrl, type: CLOUDEVENTS_TYPE_PREFIX + type, time },
    ...{ datacontenttype: 'application/json', data: document },
  };
  const body = JSON.stringify(format === 'json' ? document : envelope);
  return { contentType: CONTENT_TYPES[format], body };
}

function formatTime({ recordedAt }: LoggedEvent): string {
  return new Date(Math.floor(recordedAt / 1000)).toISOString();
}
