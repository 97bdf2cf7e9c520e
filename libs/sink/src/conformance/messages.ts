import { type Uuid, UuidV7Generator } from '@content-service/kernel';
import type { EventMessage, EventSink } from '../event-sink.js';

/** As many as the consumer of the event log publishes at once. */
const BATCH = 100;

const ids = new UuidV7Generator();

export function createMessages(count: number): readonly EventMessage[] {
  return Array.from({ length: count }, (_, n) => {
    const id = ids.next();
    const topic = `entry.node.article.${n % 2 === 0 ? 'created' : 'updated'}`;
    const body = JSON.stringify({ specversion: '1.0', id, data: { n, text: 'Größe, 長さ' } });
    return { id, topic, contentType: 'application/cloudevents+json; charset=utf-8', body };
  });
}

export function getIds(messages: readonly { readonly id: Uuid }[]): readonly Uuid[] {
  return messages.map(({ id }) => id);
}

/**
 * Publishes from the first event that is not confirmed, as the consumer of the event log does, and breaks the line at
 * even distances.
 *
 * @returns how often publishing failed
 */
export async function publishAll(
  sink: EventSink,
  messages: readonly EventMessage[],
  cuts: number,
  cut: () => void,
): Promise<number> {
  let failures = 0;
  let planned = 0;
  for (let next = 0; next < messages.length;) {
    if (next >= ((planned + 1) * messages.length) / (cuts + 1)) {
      planned += 1;
      cut();
    }
    try {
      next += (await sink.publish(messages.slice(next, next + BATCH))) + 1;
    } catch {
      failures += 1;
      await sink.close();
      await sink.open();
    }
  }
  return failures;
}
