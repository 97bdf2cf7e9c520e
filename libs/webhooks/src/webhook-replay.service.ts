import type { AuditTrail } from '@content-service/audit';
import { type EventCount, EventsDisabled } from '@content-service/events';
import type { Job, JobService } from '@content-service/jobs';
import type { ActorContext } from '@content-service/scopes';
import type { ReplayRange, ReplayRequest, WebhookReplayer } from './webhook-replayer.js';
import { WebhookDisabled } from './webhook.errors.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookService } from './webhook.service.js';
import { replayWebhook } from './webhook-replay.job.js';

/** Starts replays by request of administrators. */
export class WebhookReplayService {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly replay: WebhookReplayer,
    private readonly jobs: JobService,
    private readonly trail: AuditTrail,
    private readonly hasEvents: boolean,
  ) {}

  /**
   * Queues the job that sends events to an endpoint again.
   *
   * @throws EventsDisabled, WebhookNotFound, ScopeNotHeld, WebhookDisabled, JobRunning while another replay to the endpoint is not finished, and the
   *   errors of `WebhookReplayer.plan`
   */
  async request(id: string, request: ReplayRequest, actorContext: ActorContext): Promise<Job> {
    const { endpoint, range } = await this.plan(id, request, actorContext);
    const { types, resourceTypes, states, from, until } = request;
    return this.jobs.enqueue(replayWebhook(endpoint.id, range), actorContext, (job) =>
      this.trail.createEvent('webhook.replayed', actorContext, id, {
        job: job.id,
        from,
        ...(until === undefined ? {} : { until }),
        ...(types === undefined ? {} : { types }),
        ...(resourceTypes === undefined ? {} : { resourceTypes }),
        ...(states === undefined ? {} : { states }),
      }),
    );
  }

  /** The number of events that a replay would send now. @throws as of `request`, except JobRunning */
  async count(id: string, request: ReplayRequest, actorContext: ActorContext): Promise<EventCount> {
    const { endpoint, range } = await this.plan(id, request, actorContext);
    return this.replay.count(endpoint, range);
  }

  /** As `WebhookReplayer.findStart`. */
  findStart(endpoint: WebhookEndpoint): Promise<string | undefined> {
    return this.replay.findStart(endpoint);
  }

  private async plan(
    id: string,
    request: ReplayRequest,
    actorContext: ActorContext,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly range: ReplayRange }> {
    if (!this.hasEvents) throw new EventsDisabled();
    const endpoint = await this.webhooks.getUsable(id, actorContext);
    if (!endpoint.definition.enabled) throw new WebhookDisabled(id);
    return { endpoint, range: await this.replay.plan(request) };
  }
}
