import type { LoggedEvent } from '@content-service/events';
import type { EventMessage } from '@content-service/sink';
import { type EventDocumentContext, serializeEvent } from '../webhooks/event-document.js';

/** Brokers belong to the operator of the service: they get unpublished entries and actors, too. */
const EVERYTHING = {
  payload: 'full',
  format: 'cloudevents',
  visibility: 'content',
  disclosure: 'full',
} as const;

/** Intermediaries must forward events of 64 KiB (CloudEvents 1.0 «Size Limits»); brokers add headers. */
const BYTES_MAXIMUM = 60 * 1024;

/** An event as CloudEvents 1.0 in structured mode. */
export function toEventMessage(
  event: LoggedEvent,
  context: Omit<EventDocumentContext, 'bytesMaximum'>,
  isReplay = false,
): EventMessage {
  const options = { ...EVERYTHING, isReplay };
  const document = serializeEvent(event, options, { ...context, bytesMaximum: BYTES_MAXIMUM });
  return { id: event.id, topic: formatTopic(event), ...document };
}

/** `entry.updated` of `node--article` is `entry.node.article.updated`, so that receivers select by both. */
function formatTopic({ type, subject }: LoggedEvent): string {
  const [area = '', change = ''] = type.split('.');
  return [area, ...subject.type.split('--'), change].join('.');
}
