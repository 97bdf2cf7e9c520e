import { Matches } from 'class-validator';
import { WebhookEnvironment } from '../webhooks/webhook-environment.js';

/** The environment variables of background jobs; a part of `Environment`. */
export class JobEnvironment extends WebhookEnvironment {
  @Matches(/^\d{1,2}$/, { message: "JOB_CONCURRENCY must be a number from 0 to 99, got '$value'." })
  readonly JOB_CONCURRENCY: string = '1';

  @Matches(/^\d{1,9}$/, { message: "MODEL_JOB_ENTRIES must be a number from 0 to 999999999, got '$value'." })
  readonly MODEL_JOB_ENTRIES: string = '5000';

  @Matches(/^\d{1,7}$/, {
    message: "MODEL_JOB_AFTER_MS must be a number of milliseconds from 0 to 9999999, got '$value'.",
  })
  readonly MODEL_JOB_AFTER_MS: string = '1000';
}
