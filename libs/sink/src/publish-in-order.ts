import type { EventMessage } from './event-sink.js';

/**
 * Publishes messages without waiting for each confirmation; for adapters of `EventSink`.
 *
 * @param publish sends a message at once and resolves when it is confirmed
 * @param inFlight how many messages may be without confirmation
 * @returns the index of the last message up to which all are confirmed
 * @throws the error of the first message
 */
export async function publishInOrder(
  messages: readonly EventMessage[],
  publish: (message: EventMessage) => Promise<unknown>,
  inFlight = messages.length,
): Promise<number> {
  let confirmed = 0;
  while (confirmed < messages.length) {
    const window = messages.slice(confirmed, confirmed + inFlight);
    const results = await Promise.allSettled(window.map(publish));
    const failure = results.findIndex(({ status }) => status === 'rejected');
    confirmed += failure === -1 ? window.length : failure;
    if (failure === -1) continue;
    if (confirmed === 0) throw (results[failure] as PromiseRejectedResult).reason;
    break;
  }
  return confirmed - 1;
}
