import { Controller, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { MonotonicPositionGenerator, TypeNotFound, TypeReadOnly } from '@content-service/entries';
import { DomainError, prefixErrorSource } from '@content-service/kernel';
import { JobService } from '@content-service/jobs';
import { type ActorContext, type Principal, ScopeMissing } from '@content-service/scopes';
import { WritesNotAllowed } from '@content-service/site-settings';
import {
  BULK_ACTIONS,
  type BulkAction,
  BulkActionRules,
  createBulkActionJob,
} from '@content-service/site-jobs';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { Config } from '../../../platform/config/config.js';
import { OneOf, Optional } from '../protocol/dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { sendJob } from '../protocol/send-job.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { CurrentActor } from '../protocol/request.decorators.js';

/** Longer than any address that a client can send. */
export const FILTER_LENGTH_MAXIMUM = 8000;

class BulkActionDto {
  @IsString() readonly resourceType: string;
  @Optional() @IsString() @MaxLength(FILTER_LENGTH_MAXIMUM) readonly filter?: string;
  @Optional() @IsBoolean() readonly all?: boolean;
  @OneOf(BULK_ACTIONS) readonly action: BulkAction;
}

/** Changes of all entries that match a filter, each a background job. */
@Controller('manage/bulk-actions')
@ContentManagementApi()
export class BulkActionsController {
  constructor(
    private readonly jobs: JobService,
    private readonly rules: BulkActionRules,
    private readonly positions: MonotonicPositionGenerator,
    private readonly config: Config,
  ) {}

  @Post()
  async create(
    @JsonBody(BulkActionDto) { resourceType, filter = '', all = false, action }: BulkActionDto,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const request = { resourceType, filter, action };
    const isFiltered = this.select(request, principal).filter !== undefined;
    if (!isFiltered && !all)
      throw new MemberInvalid(
        '',
        `Without a filter, all entries of the type are changed; confirm that by 'all': true.`,
      );
    if (isFiltered && all)
      throw new MemberInvalid('/all', `There is a filter, so 'all' must be left out or false.`);
    const job = createBulkActionJob(request, this.positions.next());
    sendJob(response, await this.jobs.request(job, actorContext), this.config);
  }

  /** @throws MemberInvalid, WritesNotAllowed, and the errors of the filter with a pointer to it */
  private select(
    request: Parameters<BulkActionRules['select']>[0],
    principal: Principal,
  ): ReturnType<BulkActionRules['select']> {
    try {
      return this.rules.select(request, principal);
    } catch (error) {
      if (error instanceof WritesNotAllowed || error instanceof ScopeMissing) throw error;
      if (error instanceof TypeNotFound || error instanceof TypeReadOnly)
        throw new MemberInvalid('/resourceType', error.message);
      throw error instanceof DomainError ? prefixErrorSource('/filter', error) : error;
    }
  }
}
