import { Controller, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenRequired } from '@content-service/entries';
import { InvalidParameter } from '@content-service/jsonapi';
import {
  type Job,
  JOB_ACTION_MEMBERS,
  JOB_STATES,
  type JobFilter,
  JobNotFound,
  JobService,
  type JobState,
} from '@content-service/jobs';
import { type ActorContext, assertScope, type Principal } from '@content-service/scopes';
import type { NewOf, VersionCondition } from '@content-service/kernel';
import {
  BULK_ACTION_KIND,
  type JobRequest,
  NEW_JOB_MEMBERS,
  RequestedJobs,
} from '@content-service/site-jobs';
import { SITE_IMPORT_KIND } from '@content-service/transfer/site-package';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { Config } from '../../../platform/config/config.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { sendJob, serializeJob } from '../protocol/send-job.js';
import { CONTENT_MODEL_SCOPES } from '../protocol/bundle-scopes.js';
import { JsonBody } from '../protocol/json-body.js';
import { createNewDto } from '../protocol/member-dto.js';
import { ContentModelManagementApi, RequireAnyScope } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';

const NewJobDto = createNewDto(NEW_JOB_MEMBERS);
const ChangedJobDto = createNewDto(JOB_ACTION_MEMBERS);

const SCOPE = 'site_settings:administer';

/** The kinds of jobs that the actor who requested them can cancel and continue. */
const CHANGED_BY_ACTOR: ReadonlySet<string> = new Set([BULK_ACTION_KIND, SITE_IMPORT_KIND]);

/** Background jobs. The actor whose request queued a job can read it, and change one that changes entries. */
@Controller('manage/jobs')
@ContentModelManagementApi()
export class JobsController {
  constructor(
    private readonly jobs: JobService,
    private readonly requested: RequestedJobs,
    private readonly config: Config,
  ) {}

  @Get()
  @RequireAnyScope(() => [SCOPE])
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const { jobs, next = null } = await this.jobs.getPage(parseFilter(request), limit, cursor);
    sendJson(response, { items: jobs.map(serializeJob), next });
  }

  @Post()
  @RequireAnyScope(() => [SCOPE])
  async create(
    @JsonBody(NewJobDto) { kind }: JobRequest,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    sendJob(response, await this.requested.request(kind, actorContext), this.config);
  }

  @Get(':id')
  async get(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const job = await this.jobs.get(id).catch((error: unknown) => {
      // Others are not told whether there is such a job.
      if (error instanceof JobNotFound) assertMayRead(principal);
      throw error;
    });
    assertMayRead(principal, job);
    sendJson(response, serializeJob(job), { version: job.version });
  }

  @Patch(':id')
  @RequireAnyScope((params) => [SCOPE, ...CONTENT_MODEL_SCOPES(params)])
  async update(
    @Param('id') id: string,
    @JsonBody(ChangedJobDto) { action }: NewOf<typeof JOB_ACTION_MEMBERS>,
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    if (!principal.scopes.has(SCOPE)) await this.assertMayChange(principal, id);
    const job = await this.jobs[action](id, actorContext, condition);
    sendJson(response, serializeJob(job), { version: job.version });
  }

  /** Editors can cancel and continue their own bulk actions and imports. @throws ScopeMissing */
  private async assertMayChange(principal: Principal, id: string): Promise<void> {
    const job = await this.jobs.get(id).catch((error: unknown) => {
      if (error instanceof JobNotFound) return undefined;
      throw error;
    });
    if (job === undefined || !CHANGED_BY_ACTOR.has(job.kind) || !isActor(principal, job))
      assertScope(principal, SCOPE);
  }
}

/** @throws TokenRequired, ScopeMissing */
function assertMayRead(principal: Principal, job?: Job): void {
  if (principal.kind === 'anonymous') throw new TokenRequired();
  if (job === undefined || !isActor(principal, job)) assertScope(principal, SCOPE);
}

function isActor(principal: Principal, { context: { actor } }: Job): boolean {
  if (principal.kind !== actor.kind) return false;
  if (principal.kind === 'user') return principal.userId === actor.userId;
  return principal.kind === 'client' && principal.clientId === actor.clientId;
}

/** @throws InvalidParameter */
function parseFilter(request: Request): JobFilter {
  const query = parseQuery(request);
  const [state, kind] = [query.get('state') ?? undefined, query.get('kind') ?? undefined];
  if (state !== undefined && !isJobState(state))
    throw new InvalidParameter('state', `state must be one of ${JOB_STATES.join(', ')}, got '${state}'.`);
  return { state, kind };
}

function isJobState(text: string): text is JobState {
  return (JOB_STATES as readonly string[]).includes(text);
}
