import type { AuditLines } from '@content-service/audit';
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

/** A method that stores audit lines with its change, called with some. It may throw. */
type Call = (auditLines: AuditLines) => Promise<unknown>;

/** Calls of one method: of a change that is made, and of one that is refused or changes nothing, where there is one. */
export interface AuditedChange {
  readonly made: Call;
  readonly refused?: Call;
}

/** The methods for webhooks that store audit lines with their change. */
export const AUDITED_WEBHOOK_CHANGES: Readonly<Record<string, (storage: Storage) => Promise<AuditedChange>>> =
  {
    'webhookEndpoints.add': ({ webhookEndpoints }) =>
      Promise.resolve({ made: (auditLines) => webhookEndpoints.add(createSampleEndpoint(), auditLines) }),
    'webhookEndpoints.replace': async ({ webhookEndpoints }) => {
      const endpoint = createSampleEndpoint();
      await webhookEndpoints.add(endpoint);
      return {
        made: (auditLines) => webhookEndpoints.replace({ ...endpoint, version: 2 }, 1, auditLines),
        refused: (auditLines) => webhookEndpoints.replace({ ...endpoint, version: 2 }, 7, auditLines),
      };
    },
    'webhookEndpoints.remove': async ({ webhookEndpoints }) => {
      const endpoint = createSampleEndpoint();
      await webhookEndpoints.add(endpoint);
      return {
        made: (auditLines) => webhookEndpoints.remove(endpoint.id, auditLines),
        refused: (auditLines) => webhookEndpoints.remove(newId(), auditLines),
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
        made: (auditLines) => storage.webhookDeliveries.restart(finished.id, NOW, auditLines),
        refused: (auditLines) => storage.webhookDeliveries.restart(underWay.id, NOW, auditLines),
      };
    },
    'webhookDeliveries.exchange that disables an endpoint': async (storage) => {
      const { addEndpoint, addDelivery, claimOne, finish } = new SampleWebhooks(() => storage);
      const [gone, delivered] = [await addEndpoint(), await addEndpoint()];
      for (const { id } of [gone, delivered]) await addDelivery(id);
      const [claimed, other] = [await claimOne(gone.id), await claimOne(delivered.id)];
      const isGone = { kind: 'gone', attempt: createSampleAttempt({ status: 410 }) } as const;
      const ifDisabled =
        (auditLines: AuditLines) =>
        ({ disabled }: DeliveryExchange): AuditLines =>
          disabled === undefined ? {} : auditLines;
      return {
        made: (auditLines) => finish(claimed, isGone, NOW, ifDisabled(auditLines)),
        refused: (auditLines) => finish(other, createSuccess(), NOW, ifDisabled(auditLines)),
      };
    },
  };
