import type { Job, JobHandler, NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import type { WebhookDeliveryStore } from './webhook-delivery.store.js';

/** Deliveries deleted in one transaction. */
const BATCH = 500;

const KIND = 'webhook.delete-deliveries';

/** Deletes the deliveries of a deleted webhook endpoint. Those that a crash leaves are deleted when they expire. */
export class DeleteDeliveriesJob implements JobHandler {
  readonly kind = KIND;

  constructor(private readonly deliveries: WebhookDeliveryStore) {}

  async run({ parameters, progress }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const endpointId = parameters['endpoint'] as Uuid;
    let { done } = progress;
    for (;;) {
      const deleted = await this.deliveries.removeByEndpoint(endpointId, BATCH);
      if (deleted === 0) return { deliveries: done };
      done += deleted;
      await monitor.report({ phase: 'delete', done, total: done });
    }
  }
}

/** The job for one endpoint. */
export function deleteDeliveries(endpointId: Uuid): NewJob {
  return { kind: KIND, dedupKey: `${KIND}:${endpointId}`, parameters: { endpoint: endpointId } };
}
