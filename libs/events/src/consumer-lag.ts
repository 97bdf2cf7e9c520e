import type { Clock } from '@content-service/kernel';
import { type EventConsumer, type EventConsumerStore, SEQUENCER } from './event-consumer.store.js';
import type { EventLog, EventLogBounds } from './event-log.js';

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
  const bounds = await log.bounds();
  const stored = await consumers.list();
  const isKnown = stored.some(({ name }) => name === SEQUENCER);
  const all = isKnown ? stored : [{ name: SEQUENCER, position: bounds.newest, paused: false }, ...stored];
  return Promise.all(all.map((consumer) => readLag(log, consumer, bounds)));
}

/** One consumer; `undefined` when there is none with the name. */
export async function readConsumerLag(
  log: EventLog,
  consumers: EventConsumerStore,
  name: string,
): Promise<ConsumerLag | undefined> {
  const stored = (await consumers.list()).find((consumer) => consumer.name === name);
  if (stored === undefined && name !== SEQUENCER) return undefined;
  const bounds = await log.bounds();
  return readLag(log, stored ?? { name, position: bounds.newest, paused: false }, bounds);
}

async function readLag(
  log: EventLog,
  consumer: EventConsumer,
  { newest, unsequenced, unsequencedSince }: EventLogBounds,
): Promise<ConsumerLag> {
  if (consumer.name === SEQUENCER) return { ...consumer, events: unsequenced, since: unsequencedSince };
  const [next] = await log.read(consumer.position, 1);
  return { ...consumer, events: Math.max(0, newest - consumer.position), since: next?.recordedAt };
}

/** @param since UNIX microseconds @returns 0 without a time */
export function getAgeSeconds(since: number | undefined, clock: Clock): number {
  return since === undefined ? 0 : Math.max(0, (clock.microseconds() - since) / 1_000_000);
}
