import type { EventConsumerStore } from './event-consumer.store.js';

/**
 * Makes a consumer known, so that the process that will act for it continues with the events from now on. Does nothing when it is known.
 *
 * @param holder a name of this process, for administrators
 */
export async function registerConsumer(
  store: Pick<EventConsumerStore, 'acquire' | 'list' | 'release'>,
  consumer: string,
  holder: string,
): Promise<void> {
  const known = await store.list();
  if (known.some(({ name }) => name === consumer)) return;
  const acquired = await store.acquire(consumer, holder, 1);
  if (acquired !== undefined) await store.release(acquired.lease);
}
