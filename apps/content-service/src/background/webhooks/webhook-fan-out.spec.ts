import type { AuditEvent } from '@content-service/audit';
import { type AcquiredLease, ConsumerLeaseLost } from '@content-service/events';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { type EventGap, WEBHOOK_CONSUMER, WebhookFanOut } from '@content-service/webhooks';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { writeEvents } from '../../platform/events/write-events.fixture.js';

const ids = new UuidV7Generator();

describe('WebhookFanOut', () => {
  let storage: Storage;
  let fanOut: WebhookFanOut;
  const gaps: EventGap[] = [];
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    const { events, eventConsumers, webhookEndpoints, webhookDeliveries } = storage;
    gaps.length = 0;
    fanOut = new WebhookFanOut(
      ...([events, eventConsumers, webhookEndpoints, webhookDeliveries, ids, new FakeClock()] as const),
      { createEvents: () => [createLine()], onStored: (gap) => gaps.push(gap) },
    );
  });

  const acquire = async (): Promise<AcquiredLease> => {
    const held = await storage.eventConsumers.acquire(WEBHOOK_CONSUMER, 'spec', 60);
    if (held === undefined) throw new Error('The lease is free.');
    return held;
  };
  const findLines = async (): Promise<readonly AuditEvent[]> =>
    (await storage.audit.page({ action: 'webhook.gap' }, { limit: 10 })).events;

  it('reports events that were deleted before their deliveries were created', async () => {
    const held = await acquire();
    await writeEvents(storage, 5);
    await storage.events.prune({ upTo: 3, recordedBefore: Number.MAX_SAFE_INTEGER }, 10);

    const position = await fanOut.process(held);
    await fanOut.process({ ...held, position });

    expect(position).toBe(5);
    expect(gaps).toEqual([{ after: 0, before: 4 }]);
    expect(await findLines()).toHaveLength(1);
  });

  it('reports a gap once, by the process that stores the position behind it', async () => {
    const stale = await acquire();
    await writeEvents(storage, 5);
    await storage.events.prune({ upTo: 3, recordedBefore: Number.MAX_SAFE_INTEGER }, 10);
    await storage.eventConsumers.release(stale.lease);

    await expect(fanOut.process(stale)).rejects.toThrow(ConsumerLeaseLost);
    expect([gaps.length, (await findLines()).length]).toEqual([0, 0]);
    await fanOut.process(await acquire());

    expect([gaps.length, (await findLines()).length]).toEqual([1, 1]);
  });
});

function createLine(): AuditEvent {
  const subject = { kind: 'consumer', id: WEBHOOK_CONSUMER };
  return {
    ...{ id: ids.next(), occurredAt: 1_700_000_000, actor: { kind: 'operator' } },
    ...{ action: 'webhook.gap', subject, details: {} },
  };
}
