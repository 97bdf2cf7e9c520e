import assert from 'node:assert/strict';
import type { ClaimOptions, Job, JobLease } from '@content-service/jobs';
import { generateSecret } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { newId } from './sample.js';

export const NOW = 1_700_000_000;
/** After that many attempts a job fails. */
export const ATTEMPTS = 3;

interface ClaimTime {
  readonly now?: number;
  /** A negative duration makes a lease that has expired. */
  readonly seconds?: number;
}

/** Adds and claims jobs of a storage. */
export class SampleJobs {
  constructor(private readonly storage: () => Storage) {}

  readonly add = (values: Partial<Job> = {}): Promise<Job> =>
    this.storage().jobs.add(createSampleJob(values));

  readonly find = async (id: string): Promise<Job> => {
    const job = await this.storage().jobs.find(id);
    assert.ok(job !== undefined);
    return job;
  };

  readonly tryClaim = async (
    kinds: string | readonly string[],
    { now = NOW, seconds = 60 }: ClaimTime = {},
  ): Promise<{ job: Job; lease: JobLease } | undefined> => {
    const lease: ClaimOptions['lease'] = { token: generateSecret(), seconds };
    const options = { kinds: [kinds].flat(), now, lease, attemptsMaximum: ATTEMPTS };
    const job = await this.storage().jobs.claim(options);
    return job && { job, lease: { ...lease, job: job.id } };
  };

  readonly claim = async (kind: string, time: ClaimTime = {}): Promise<JobLease> => {
    const claimed = await this.tryClaim(kind, time);
    assert.ok(claimed !== undefined);
    return claimed.lease;
  };
}

/** A queued job of a kind that no other job has. */
export function createSampleJob(values: Partial<Job> = {}): Job {
  return {
    id: newId(),
    kind: newId(),
    state: 'queued',
    parameters: {},
    context: { actor: { kind: 'client', clientId: 'c' }, ipAddress: '192.0.2.1' },
    progress: { phase: 'queued', done: 0 },
    attempts: 0,
    cancelRequested: false,
    createdAt: NOW,
    runAt: NOW,
    version: 1,
    ...values,
  };
}

/** The ids of jobs are in the order of their milliseconds. */
export async function waitForNextMillisecond(): Promise<void> {
  for (const since = Date.now(); Date.now() === since;) await Promise.resolve();
}
