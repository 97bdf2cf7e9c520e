import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Job,
  JobEndRecorder,
  type JobLease,
  type JobOutcome,
  type JobStore,
} from '@content-service/jobs';
import type { AuditTrail } from '@content-service/audit';
import {
  type Clock,
  DomainError,
  generateSecret,
  type JsonObject,
  type Progress,
  UuidV7Generator,
} from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';

const KIND = 'backup.restore';
/** A restore whose process was killed can be continued after this time. */
const LEASE_SECONDS = 10;
const HEARTBEAT_MS = 3000;
const POLL_MS = 250;

class RestoreRunning extends DomainError {
  constructor() {
    super('restore_running', 'Another process is restoring a backup into this database.');
  }
}

class RestoreCancelled extends DomainError {
  constructor(job: string) {
    super(
      'restore_cancelled',
      `The restore was cancelled. \`content-service job resume ${job}\` lets \`restore\` continue it.`,
    );
  }
}

class OtherRestoreUnfinished extends DomainError {
  constructor() {
    super(
      'other_restore_unfinished',
      'The restore of another backup into this database is not finished. Finish it, or use an empty database.',
    );
  }
}

/** True when an earlier restore of the backup was interrupted. @throws OtherRestoreUnfinished */
export async function isRestoreUnfinished(jobs: JobStore, backup: string): Promise<boolean> {
  const job = await jobs.findUnfinished(KIND);
  if (job === undefined) return false;
  if (job.parameters['backup'] !== backup) throw new OtherRestoreUnfinished();
  return true;
}

/**
 * Restores a backup as a job of this process, so that one process at a time does it, and an interrupted restore is known.
 * Running services have no handler for it and leave it alone.
 *
 * @param trail records how the job ended
 * @param work calls `report` between two batches, which throws when the restore must end
 * @returns what `work` returns; its `result` is kept with the job
 * @throws RestoreRunning, RestoreCancelled, OtherRestoreUnfinished
 */
export async function runRestoreJob<T extends { readonly result: JsonObject }>(
  jobs: JobStore,
  backup: string,
  clock: Clock,
  trail: AuditTrail,
  work: (report: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const token = generateSecret();
  const { id } = await startJob(jobs, backup, clock, token);
  const lease: JobLease = { job: id, token, seconds: LEASE_SECONDS };
  let latest: Progress | undefined;
  let end: DomainError | undefined;
  const renew = async (): Promise<void> => {
    const held = await jobs.advance(lease, latest);
    if (held === undefined) end = new RestoreRunning();
    else if (held.cancelRequested) end = new RestoreCancelled(id);
  };
  const release = (outcome: JobOutcome): Promise<boolean> =>
    new JobEndRecorder(trail).commit((createAuditLines) =>
      jobs.release(lease, outcome, clock.now(), createAuditLines),
    );
  // An error of a renewal shows in the work, too, or the lease expires.
  const timer = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS);
  try {
    const done = await work((progress) => {
      latest = progress;
      if (end !== undefined) throw end;
    });
    await release({ state: 'succeeded', result: done.result });
    return done;
  } catch (error) {
    await release({ state: 'queued', runAt: clock.now(), uncounted: true }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function startJob(jobs: JobStore, backup: string, clock: Clock, token: string): Promise<Job> {
  const lease = { token, seconds: LEASE_SECONDS };
  if (await isRestoreUnfinished(jobs, backup)) return continueJob(jobs, clock, lease);
  const job = createJob(backup, clock.now());
  const stored = await jobs.add(job, { job: job.id, ...lease });
  if (stored.id !== job.id) throw new RestoreRunning();
  return stored;
}

/** Waits until the lease of the interrupted process has expired. */
async function continueJob(jobs: JobStore, clock: Clock, lease: Omit<JobLease, 'job'>): Promise<Job> {
  const deadline = performance.now() + 2 * LEASE_SECONDS * 1000;
  while (performance.now() < deadline) {
    const job = await jobs.claim({
      ...{ kinds: [KIND], now: clock.now(), lease },
      attemptsMaximum: Number.MAX_SAFE_INTEGER,
    });
    if (job !== undefined) return job;
    await sleep(POLL_MS);
  }
  throw new RestoreRunning();
}

function createJob(backup: string, now: number): Job {
  return {
    id: new UuidV7Generator().next(),
    kind: KIND,
    dedupKey: KIND,
    state: 'queued',
    parameters: { backup },
    context: OPERATOR_CONTEXT,
    progress: { phase: 'restore', done: 0 },
    attempts: 1,
    cancelRequested: false,
    createdAt: now,
    runAt: now,
    version: 1,
  };
}
