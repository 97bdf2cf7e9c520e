import type { EventSubject } from './event.js';

/** A text that tells the subject of an event from others. The id of an entry does so alone: with it an entry of another type can be created. */
export function formatSubject({ type, id }: Pick<EventSubject, 'type' | 'id'>): string {
  return type.includes('--') ? id : `${type}/${id}`;
}
