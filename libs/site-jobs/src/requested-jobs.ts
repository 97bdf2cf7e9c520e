import type { EventConsumerStore } from '@content-service/events';
import type { Job, JobService, NewJob } from '@content-service/jobs';
import { DomainError, type MemberRules, type NewOf } from '@content-service/kernel';
import type { ActorContext } from '@content-service/scopes';
import { rebuildIndex, verifyIndex } from './index-maintenance.jobs.js';
import { PURGE_CONSUMER, purgeCache } from './purge-request.js';

const JOBS = {
  'index.rebuild': rebuildIndex,
  'index.verify': verifyIndex,
  'cache.purge': purgeCache,
} as const satisfies Readonly<Record<string, () => NewJob>>;

export type RequestedKind = keyof typeof JOBS;

/** The kinds of jobs that administrators can start. */
export const REQUESTED_KINDS = Object.keys(JOBS) as readonly RequestedKind[];

/** The members of the body that starts a job. */
export const NEW_JOB_MEMBERS = {
  kind: { type: 'string', enum: REQUESTED_KINDS, required: true },
} as const satisfies MemberRules;

export type JobRequest = NewOf<typeof NEW_JOB_MEMBERS>;

/** Starts jobs by request of administrators. */
export class RequestedJobs {
  constructor(
    private readonly jobs: JobService,
    private readonly consumers: Pick<EventConsumerStore, 'list'>,
  ) {}

  /** @throws JobRunning while one of the kind is not finished; PurgeNotConfigured */
  async request(kind: RequestedKind, actorContext: ActorContext): Promise<Job> {
    if (kind === 'cache.purge') await this.assertPurgeConfigured();
    return this.jobs.request(JOBS[kind](), actorContext);
  }

  /** The setting may be one of other processes, which the consumer shows. */
  private async assertPurgeConfigured(): Promise<void> {
    const consumers = await this.consumers.list();
    if (!consumers.some(({ name }) => name === PURGE_CONSUMER)) throw new PurgeNotConfigured();
  }
}

class PurgeNotConfigured extends DomainError {
  constructor() {
    super('purge_not_configured', 'There is no shared cache to purge: PURGE_DRIVER and PURGE_URL name one.');
  }
}
