import type { AuditEvent, AuditTrail } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import { getAuditDetails, type Job } from './job.js';
import type { CreateEndAuditLines } from './job.store.js';

/** The audit lines of jobs that end. */
export class JobEndRecorder {
  /** @param isRoutine whether jobs of a kind that succeed have no line */
  constructor(
    private readonly trail: AuditTrail,
    private readonly isRoutine: (kind: string) => boolean = () => false,
  ) {}

  /** The line that says how a job ended, on behalf of the actor whose request queued it. */
  createLines(job: Job): readonly AuditEvent[] {
    const { id, kind, state, context } = job;
    if (state === 'succeeded' && this.isRoutine(kind)) return [];
    const details = { ...getAuditDetails(job), state };
    return [this.trail.createEvent('job.finished', { actor: context.actor }, id, details)];
  }

  /**
   * Ends jobs with their lines, which are forwarded afterwards.
   *
   * @param store calls a method of `JobStore`
   */
  async commit<Result>(store: (createAuditLines: CreateEndAuditLines) => Promise<Result>): Promise<Result> {
    const lines = new Map<Uuid, readonly AuditEvent[]>();
    const result = await store((ended) => {
      const audit = this.createLines(ended);
      lines.set(ended.id, audit);
      return { audit };
    });
    this.trail.forward([...lines.values()].flat());
    return result;
  }
}
