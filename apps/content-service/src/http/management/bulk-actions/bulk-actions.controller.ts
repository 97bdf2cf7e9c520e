import { Controller, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { MonotonicPositionGenerator, TypeNotFound, TypeReadOnly } from '@content-service/entries';
import { AggregateDomainError, DomainError, prefixErrorSource } from '@content-service/kernel';
import { JobService } from '@content-service/jobs';
import { type ActorContext, type Principal, ScopeMissing } from '@content-service/scopes';
import { WritesNotAllowed } from '@content-service/site-settings';
import {
  BULK_ACTION_MEMBERS,
  BulkActionRules,
  BulkEdits,
  type BulkRequest,
  ChangedIds,
  createBulkActionJob,
  createBulkUndoJob,
  DATA_MAXIMUM,
  type NewBulkAction,
  toEdit,
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
    private readonly edits: BulkEdits,
    private readonly changedIds: ChangedIds,
    private readonly positions: MonotonicPositionGenerator,
    private readonly config: Config,
  ) {}

  @Post()
  async create(
    @JsonBody(NewBulkActionDto)
    { filter = '', all = BULK_ACTION_MEMBERS.all.default, ...action }: NewBulkAction,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    const request = { ...action, filter };
    assertEditMembers(request);
    const isFiltered = this.select(request, principal).filter !== undefined;
    if (!isFiltered && !all)
      throw new MemberInvalid(
        '',
        `Without a filter, all entries of the type are changed; confirm that by 'all': true.`,
      );
    if (isFiltered && all)
      throw new MemberInvalid('/all', `There is a filter, so 'all' must be left out or false.`);
    if (request.action === 'update') {
      const problems = await this.edits.findProblems(toEdit(request));
      AggregateDomainError.throwIfAny(problems.map(toMemberInvalid));
    }
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

/** Checks that an update, and no other action, says what it changes. @throws MemberInvalid */
function assertEditMembers({ action, data, mode }: BulkRequest): void {
  if (action !== 'update') {
    if (data !== undefined) throw new MemberInvalid('/data', `Only the action 'update' has 'data'.`);
    if (mode !== undefined) throw new MemberInvalid('/mode', `Only the action 'update' has a 'mode'.`);
    return;
  }
  if (data === undefined) throw new MemberInvalid('', `The action 'update' needs 'data'.`);
  const names = [data.attributes, data.relationships].flatMap((members) => Object.keys(members ?? {}));
  if (names.length === 0) throw new MemberInvalid('/data', `data must name a field.`);
  if (JSON.stringify(data).length > DATA_MAXIMUM)
    throw new MemberInvalid('/data', `data can have at most ${DATA_MAXIMUM} characters of JSON.`, {
      maxLength: DATA_MAXIMUM,
    });
}

function toMemberInvalid({ message, source, meta }: DomainError): DomainError {
  return new MemberInvalid(source?.pointer ?? '/data', message, meta);
}
