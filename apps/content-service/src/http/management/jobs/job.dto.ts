import { REQUESTED_KINDS, type RequestedKind } from '@content-service/site-jobs';
import { OneOf } from '../protocol/dto.js';

export const JOB_ACTIONS = ['cancel', 'resume', 'retry'] as const;

export class NewJobDto {
  @OneOf(REQUESTED_KINDS) readonly kind: RequestedKind;
}

export class ChangedJobDto {
  @OneOf(JOB_ACTIONS) readonly action: (typeof JOB_ACTIONS)[number];
}
