import type { TransactionalRecords } from '@content-service/audit';
import type { DeliveryExchange } from '@content-service/webhooks';
import type { Storage } from '../storage.js';
import { newId } from './sample.js';
import {
  createSampleAttempt,
  createSampleEndpoint,
  createSuccess,
  NOW,
  SampleWebhooks,
} from './sample-webhooks.js';

/** A method that stores records with its change, called with some. It may throw. */
type Call = (records: TransactionalRecords) => Promise<unknown>;

/** Calls of one method: of a change that is made, and of one that is refused or changes nothing, where there is one. */
export interface RecordedChange {
  readonly made: Call;
  readonly refused?: Call;
}

/** The methods for webhooks that store records with their change. */
export const RECORDED_WEBHOOK_CHANGES: Readonly<
  Record<string, (storage: Storage) => Promise<RecordedChange>>
> = {
  'webhookEndpoints.add': ({ webhookEndpoints }) =>
    Promise.resolve({ made: (records) => webhookEndpoints.add(createSampleEndpoint(), records) }),
  'webhookEndpoints.replace': async ({ webhookEndpoints }) => {
    const endpoint = createSampleEndpoint();
    await webhookEndpoints.add(endpoint);
    return {
      made: (records) => webhookEndpoints.replace({ ...endpoint, version: 2 }, 1, records),
      refused: (records) => webhookEndpoints.replace({ ...endpoint, version: 2 }, 7, records),
    };
  },
  'webhookEndpoints.remove': async ({ webhookEndpoints }) => {
    const endpoint = createSampleEndpoint();
    await webhookEndpoints.add(endpoint);
    return {
      made: (records) => webhookEndpoints.remove(endpoint.id, records),
      refused: (records) => webhookEndpoints.remove(newId(), records),
    };
  },
  'webhookDeliveries.restart': async (storage) => {
    const { addEndpoint, addDelivery, claimOne, finish } = new SampleWebhooks(() => storage);
    const { id } = await addEndpoint();
    const finished = await addDelivery(id);
    await finish(await claimOne(id), createSuccess(), NOW);
    await addDelivery(id);
    const { delivery: underWay } = await claimOne(id);
    return {
      made: (records) => storage.webhookDeliveries.restart(finished.id, NOW, records),
      refused: (records) => storage.webhookDeliveries.restart(underWay.id, NOW, records),
    };
  },
  'webhookDeliveries.exchange that disables an endpoint': async (storage) => {
    const { addEndpoint, addDelivery, claimOne, finish } = new SampleWebhooks(() => storage);
    const [gone, delivered] = [await addEndpoint(), await addEndpoint()];
    for (const { id } of [gone, delivered]) await addDelivery(id);
    const [claimed, other] = [await claimOne(gone.id), await claimOne(delivered.id)];
    const isGone = { kind: 'gone', attempt: createSampleAttempt({ status: 410 }) } as const;
    const ifDisabled =
      (records: TransactionalRecords) =>
      ({ disabled }: DeliveryExchange): TransactionalRecords =>
        disabled === undefined ? {} : records;
    return {
      made: (records) => finish(claimed, isGone, NOW, ifDisabled(records)),
      refused: (records) => finish(other, createSuccess(), NOW, ifDisabled(records)),
    };
  },
};
