import { type Job, type JobHandler, JobPostponed, type NewJob } from '@content-service/jobs';
import type { JsonObject, ProgressMonitor, Uuid } from '@content-service/kernel';
import type { ReplayRange, WebhookReplayer } from './webhook-replayer.js';

const KIND = 'webhook.replay';

/** How long the job waits while its endpoint has many deliveries to make. */
const WAIT_SECONDS = 5;

/** Creates the deliveries of a replay, no faster than they are made. */
export class WebhookReplayJob implements JobHandler {
  readonly kind = KIND;

  constructor(private readonly replay: WebhookReplayer) {}

  /** @throws WebhookNotFound, WebhookDisabled */
  async run({ id, parameters }: Job, monitor: ProgressMonitor): Promise<JsonObject> {
    const { endpoint, ...range } = parameters as unknown as ReplayRange & { readonly endpoint: Uuid };
    let after = Number(monitor.checkpoint?.['after'] ?? range.after);
    let deliveries = Number(monitor.checkpoint?.['deliveries'] ?? 0);
    const total = Math.max(range.upTo - range.after, 0);
    while (after < range.upTo) {
      const batch = await this.replay.storeBatch(endpoint, range, after, id);
      if (batch === undefined) throw new JobPostponed(id, WAIT_SECONDS);
      after = batch.after;
      deliveries += batch.deliveries;
      const checkpoint = { after, deliveries };
      await monitor.report({ phase: 'replay', done: after - range.after, total, checkpoint });
    }
    return { deliveries };
  }
}

/** The job for one endpoint; there is one at a time. */
export function replayWebhook(endpoint: Uuid, range: ReplayRange): NewJob {
  const parameters = JSON.parse(JSON.stringify({ endpoint, ...range })) as JsonObject;
  return { kind: KIND, dedupKey: `${KIND}:${endpoint}`, parameters };
}
