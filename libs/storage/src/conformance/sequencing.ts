import assert from 'node:assert/strict';
import type { Entry } from '@content-service/entries';
import {
  type AcquiredLease,
  type ConsumerLease,
  isEntryEvent,
  type LoggedEntryEvent,
  SEQUENCER,
} from '@content-service/events';
import type { Storage } from '../storage.js';

/** More events than a test reads. */
export const MANY = 1000;

export async function acquire(storage: Storage, consumer: string): Promise<AcquiredLease> {
  const acquired = await storage.eventConsumers.acquire(consumer, 'kit', 60);
  assert.ok(acquired !== undefined, `The lease ${consumer} is not free.`);
  return acquired;
}

/** Assigns positions to all events that are committed. */
export async function sequenceAll(storage: Storage, limit = MANY): Promise<void> {
  const { lease } = await acquire(storage, SEQUENCER);
  while (await isSequencing(storage, lease, limit));
  await storage.eventConsumers.release(lease);
}

async function isSequencing(storage: Storage, lease: ConsumerLease, limit: number): Promise<boolean> {
  return (await storage.events.sequence(lease, limit)) > 0;
}

export async function getNewest(storage: Storage): Promise<number> {
  await sequenceAll(storage);
  return (await storage.events.bounds()).newest;
}

/** The events of entries behind a position. */
export async function readBehind(storage: Storage, position: number): Promise<readonly LoggedEntryEvent[]> {
  await sequenceAll(storage);
  return (await storage.events.read(position, MANY)).filter(isEntryEvent);
}

export async function sequenceAndRead(storage: Storage, { id }: Entry): Promise<readonly LoggedEntryEvent[]> {
  await sequenceAll(storage);
  return (await storage.events.read(0, MANY, { subjectId: id })).filter(isEntryEvent);
}
