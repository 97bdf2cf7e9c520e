import { isEntryEvent, type LoggedEvent } from '@content-service/events';
import type { EventMessage } from '@content-service/sink';
import type { ContentModel } from '@content-service/bundles';
import type { Config } from '../../platform/config/config.js';
import {
  createEventDocumentContext,
  type EventDocumentContext,
  serializeEvent,
} from '../../platform/events/event-document.js';

/** Brokers belong to the operator of the service: they get unpublished entries, actors and changes of management data, too. */
const EVERYTHING = {
  payload: 'full',
  format: 'cloudevents',
  visibility: 'content',
  disclosure: 'full',
} as const;

/** Intermediaries must forward events of 64 KiB (CloudEvents 1.0 «Size Limits»); brokers add headers. */
const BYTES_MAXIMUM = 60 * 1024;

export function createMessageContext(
  config: Pick<Config, 'baseUrl' | 'jsonApiPrefix'>,
  model: ContentModel,
): EventDocumentContext {
  return createEventDocumentContext(config, model, BYTES_MAXIMUM);
}

/** An event as CloudEvents 1.0 in structured mode. */
export function toEventMessage(
  event: LoggedEvent,
  context: EventDocumentContext,
  isReplay = false,
): EventMessage {
  const options = { ...EVERYTHING, isReplay };
  return { id: event.id, topic: formatTopic(event), ...serializeEvent(event, options, context) };
}

/**
 * `entry.updated` of `node--article` is `entry.node.article.updated`, so that receivers select by both; those of management data
 * have their type alone, such as `client.changed`.
 */
function formatTopic(event: LoggedEvent): string {
  if (!isEntryEvent(event)) return event.type;
  const { type, subject } = event;
  const [area = '', change = ''] = type.split('.');
  return [area, ...subject.type.split('--'), change].join('.');
}
