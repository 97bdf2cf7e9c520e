import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type BundleDraftChange,
  BundleEditor,
  type BundleName,
  type BundleRequest,
  ContentModelService,
  getCustomBundle,
  type ResourceType,
} from '@content-service/bundles';
import type { Principal } from '@content-service/scopes';
import { type ModelChangeOptions, ModelChangeService } from '@content-service/site-jobs';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { Config } from '../../../platform/config/config.js';
import { ContentModelManagementApi, RequireAnyScope } from '../protocol/management-guards.js';
import { BundleSerializer, ChangedBundleDto, NewBundleDto, toPartialBundle } from './bundle.dto.js';
import {
  canAdministerBundles,
  BUNDLE_SCOPES,
  BUNDLE_READ_SCOPES,
  assertBundleScope,
  assertFieldScope,
} from '../protocol/bundle-scopes.js';
import { ChangeOptions } from '../protocol/request.decorators.js';
import { toField } from './field.dto.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { sendJob } from '../protocol/send-job.js';
import { JsonBody } from '../protocol/json-body.js';

const BUNDLE_PATH = ':entityType/:bundle';

/** Content types, media types and vocabularies; served, indexed and described as soon as they are created. */
@Controller('manage/bundles')
@ContentModelManagementApi()
export class BundlesController {
  constructor(
    private readonly models: ContentModelService,
    private readonly changes: ModelChangeService,
    private readonly resources: BundleSerializer,
    private readonly config: Config,
  ) {}

  @Get()
  @RequireAnyScope(BUNDLE_SCOPES)
  async list(@CurrentPrincipal() principal: Principal, @Res() response: Response): Promise<void> {
    const types = this.models
      .current()
      .resourceTypes.filter(({ entityType }) => canAdministerBundles(principal, entityType.name));
    sendJson(response, { items: await this.resources.serializeAll(types), next: null });
  }

  @Post()
  @RequireAnyScope(BUNDLE_SCOPES)
  async create(
    @JsonBody(NewBundleDto, {
      findProblems: ({ given }, resolve) => resolve(BundleEditor).findProblems(toPartialBundle(given)),
    })
    { description, fields = [], ...dto }: BundleRequest,
    @CurrentPrincipal() principal: Principal,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    assertBundleScope(principal, dto.entityType);
    if (fields.length > 0) assertFieldScope(principal, dto.entityType);
    const definition = { ...dto, description: description ?? undefined, fields: fields.map(toField) };
    const { entityType, bundle } = dto;
    const name = { entityType, bundle };
    const job = await this.changes.apply({ kind: 'bundle.create', name, definition }, options);
    if (job !== undefined) {
      sendJob(response, job, this.config);
      return;
    }
    response.setHeader('Location', `${this.config.baseUrl}/manage/bundles/${entityType}/${bundle}`);
    await this.send(response, getCustomBundle(name, this.models.current()), 201);
  }

  @Get(BUNDLE_PATH)
  @RequireAnyScope(BUNDLE_READ_SCOPES)
  async get(@Param() name: BundleName, @Res() response: Response): Promise<void> {
    await this.send(response, getCustomBundle(name, this.models.current()));
  }

  @Patch(BUNDLE_PATH)
  @RequireAnyScope(BUNDLE_SCOPES)
  async update(
    @Param() { entityType, bundle }: BundleName,
    @JsonBody(ChangedBundleDto, {
      findProblems: ({ given: { label, description } }, resolve) =>
        resolve(BundleEditor).findProblems(toPartialBundle({ label, description })),
    })
    dto: BundleDraftChange,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    const name = { entityType, bundle };
    const job = await this.changes.apply({ kind: 'bundle.change', name, draft: dto }, options);
    if (job === undefined) await this.send(response, getCustomBundle(name, this.models.current()));
    else sendJob(response, job, this.config);
  }

  @Delete(BUNDLE_PATH)
  @RequireAnyScope(BUNDLE_SCOPES)
  async remove(
    @Param() { entityType, bundle }: BundleName,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    const change = { kind: 'bundle.remove', name: { entityType, bundle } } as const;
    const job = await this.changes.apply(change, options);
    if (job === undefined) sendNoContent(response);
    else sendJob(response, job, this.config);
  }

  private async send(response: Response, type: ResourceType, status: 200 | 201 = 200): Promise<void> {
    sendJson(response, await this.resources.serialize(type), { status, version: type.bundle.since });
  }
}
