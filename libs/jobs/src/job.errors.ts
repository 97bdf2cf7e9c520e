import { DomainError, type JsonObject, type Uuid } from '@content-service/kernel';
import type { Job } from './job.js';

export class JobNotFound extends DomainError {
  constructor(id: string) {
    super('job_unknown', `There is no job '${id}'.`);
  }
}

export class JobScheduleNotFound extends DomainError {
  /** @param names those that there are */
  constructor(name: string, names: readonly string[]) {
    super('schedule_unknown', `There is no schedule '${name}'. Known: ${names.join(', ')}.`);
  }
}

export class JobNotCancellable extends DomainError {
  constructor({ id, state }: Job) {
    super('job_not_cancellable', `The job ${id} cannot be cancelled: it is ${state}.`);
  }
}

/** The job is not finished, or another one does the same work. */
export class JobRunning extends DomainError {
  constructor({ id, kind, state }: Job) {
    super('job_running', `The job ${id} (${kind}) is ${state}; wait for its end, or cancel it.`, {
      meta: { job: id },
    });
  }
}

/** Only cancelled jobs can be resumed and only failed ones retried. */
export class JobNotResumable extends DomainError {
  constructor({ id, state }: Job, action: 'resume' | 'retry') {
    const needed = action === 'resume' ? 'cancelled' : 'failed';
    super('job_not_resumable', `${action} needs a ${needed} job; the job ${id} is ${state}.`);
  }
}

export class InvalidJobCursor extends DomainError {
  constructor(text: string) {
    super(
      'invalid_parameter',
      `'${text}' is not a cursor of this list; use the member next of the previous page.`,
      {
        source: { parameter: 'cursor' },
      },
    );
  }
}

/** A job did its work and found what needs an administrator: it is `failed`, with a result. */
export class JobFailed extends DomainError {
  constructor(
    code: string,
    message: string,
    readonly result: JsonObject,
  ) {
    super(code, message);
  }
}

/** An attempt at a job ends, and its handler has to let the error pass. */
export abstract class JobEnded extends DomainError {}

/** The job has been cancelled: its handler ends between two batches. */
export class JobCancelled extends JobEnded {
  constructor(id: Uuid) {
    super('job_cancelled', `The job ${id} was cancelled.`);
  }
}

/** The process stops: its handlers end between two batches, and another process continues their jobs. */
export class JobInterrupted extends JobEnded {
  constructor(id: Uuid) {
    super('job_interrupted', `The job ${id} was interrupted by the end of its process.`);
  }
}

/** The job can go on later: its process is free for others until then, and continues it at its checkpoint. */
export class JobPostponed extends JobEnded {
  constructor(
    id: Uuid,
    /** How long the job waits. */
    readonly seconds: number,
  ) {
    super('job_postponed', `The job ${id} goes on in ${seconds} seconds.`);
  }
}

/** Another process has taken over the job, since its lease had expired. */
export class JobLeaseLost extends JobEnded {
  constructor(id: Uuid) {
    super('job_lease_lost', `The lease of the job ${id} has expired, and another process has taken it over.`);
  }
}
