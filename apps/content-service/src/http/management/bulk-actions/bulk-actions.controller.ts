import { Controller, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { MonotonicPositionGenerator, TypeNotFound, TypeReadOnly } from '@content-service/entries';
import { DomainError, prefixErrorSource } from '@content-service/kernel';
import { JobService } from '@content-service/jobs';
import { type ActorContext, type Principal, ScopeMissing } from '@content-service/scopes';
import { WritesNotAllowed } from '@content-service/site-settings';
import {
  BULK_ACTION_MEMBERS,
  BulkActionRules,
  ChangedIds,
  createBulkActionJob,
  createBulkUndoJob,
  type NewBulkAction,
} from '@content-service/site-jobs';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { Config } from '../../../platform/config/config.js';
import { createNewDto } from '../protocol/member-dto.js';
import { JsonBody } from '../protocol/json-body.js';
import { sendJob } from '../protocol/send-job.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { CurrentActor } from '../protocol/request.decorators.js';

const NewBulkActionDto = createNewDto(BULK_ACTION_MEMBERS);

/** Changes of all entries that match a filter, each a background job. */
@Controller('manage/bulk-actions')
@ContentManagementApi()
export class BulkActionsController {
  constructor(
    private readonly jobs: JobService,
    private readonly rules: BulkActionRules,
    private readonly changedIds: ChangedIds,
    private readonly positions: MonotonicPositionGenerator,
    private readonly config: Config,
  ) {}

  @Post()
  async create(
    @JsonBody(NewBulkActionDto)
    { resourceType, filter = '', all = BULK_ACTION_MEMBERS.all.default, action }: NewBulkAction,
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

  /** Queues a job that sets back what a bulk action has changed. */
  @Post(':job/undo')
  async undo(
    @Param('job') id: string,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const undone = await this.jobs.get(id);
    const job = await createBulkUndoJob(undone, this.changedIds);
    // The entries that a job without a filter may change: it checks permissions, settings and the type.
    this.rules.select({ resourceType: job.parameters['resourceType'] as string, filter: '' }, principal);
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
