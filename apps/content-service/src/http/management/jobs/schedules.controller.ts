import { Controller, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { findCronProblems, JobScheduleService } from '@content-service/jobs';
import type { ActorContext } from '@content-service/scopes';
import type { VersionCondition } from '@content-service/kernel';
import { Config } from '../../../platform/config/config.js';
import { sendJson } from '../../protocol/send.js';
import { JsonBody } from '../protocol/json-body.js';
import { sendJob } from '../protocol/send-job.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { CurrentActor, Precondition } from '../protocol/request.decorators.js';
import { ChangedScheduleDto, serializeSchedule } from './schedule.dto.js';

/** The schedules of jobs. */
@Controller('manage/schedules')
@SiteManagementApi()
export class SchedulesController {
  constructor(
    private readonly schedules: JobScheduleService,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendJson(response, { items: (await this.schedules.list()).map(serializeSchedule), next: null });
  }

  @Get(':name')
  async get(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const schedule = await this.schedules.get(name);
    sendJson(response, serializeSchedule(schedule), { version: schedule.version });
  }

  @Patch(':name')
  async update(
    @Param('name') name: string,
    @JsonBody(ChangedScheduleDto, { findProblems: ({ given: { cron } }) => findCronProblems(cron) })
    change: ChangedScheduleDto,
    @CurrentActor() actorContext: ActorContext,
    @Precondition() condition: VersionCondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const schedule = await this.schedules.change(name, change, actorContext, condition);
    sendJson(response, serializeSchedule(schedule), { version: schedule.version });
  }

  /** Starts the job at once. */
  @Post(':name/run')
  async run(
    @Param('name') name: string,
    @CurrentActor() actorContext: ActorContext,
    @Res() response: Response,
  ): Promise<void> {
    sendJob(response, await this.schedules.run(name, actorContext), this.config);
  }
}
