import { type EventConsumer, type EventConsumerStore, SEQUENCER } from './event-consumer.store.js';
import type { EventLog } from './event-log.js';

/** A consumer and what it has not processed. For the sequencer these are the events without a position. */
export interface ConsumerLag extends EventConsumer {
  readonly events: number;
  /** UNIX microseconds of the oldest of them; absent when there is none. */
  readonly since?: number | undefined;
}

/** All consumers by name; the sequencer is among them before its first lease, too. */
export async function readConsumerLags(
  log: EventLog,
  consumers: EventConsumerStore,
): Promise<readonly ConsumerLag[]> {
  const { newest, unsequenced, unsequencedSince } = await log.bounds();
  const stored = await consumers.list();
  const isKnown = stored.some(({ name }) => name === SEQUENCER);
  const all = isKnown ? stored : [{ name: SEQUENCER, position: newest, paused: false }, ...stored];
  return Promise.all(
    all.map(async (consumer): Promise<ConsumerLag> => {
      if (consumer.name === SEQUENCER) return { ...consumer, events: unsequenced, since: unsequencedSince };
      const [next] = await log.read(consumer.position, 1);
      return { ...consumer, events: Math.max(0, newest - consumer.position), since: next?.recordedAt };
    }),
  );
}
