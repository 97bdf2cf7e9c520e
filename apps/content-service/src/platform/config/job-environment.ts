import { IsNumberFrom, Variable } from './variable.js';

/** The environment variables of background jobs; a part of `Environment`. */
export class JobEnvironment {
  @Variable({
    group: 'Background jobs',
    meaning:
      'Background jobs that one process runs at the same time; 0: other processes run them. At least one process must, because pruning is a job.',
  })
  @IsNumberFrom(0, 99)
  readonly JOB_CONCURRENCY: string = '1';

  @Variable({
    group: 'Background jobs',
    meaning:
      'Number of entries of a type above which changes of its bundle and fields are answered by 202 and made by a job.',
  })
  @IsNumberFrom(0, 999_999_999)
  readonly MODEL_JOB_ENTRIES: string = '5000';
}
