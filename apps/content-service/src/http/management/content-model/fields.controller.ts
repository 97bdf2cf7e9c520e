import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type BundleName,
  ContentModelService,
  type FieldDraftChange,
  FieldEditor,
  type FieldRequest,
  getCustomBundle,
  getCustomField,
} from '@content-service/bundles';
import { type ModelChangeOptions, ModelChangeService } from '@content-service/site-jobs';
import { Config } from '../../../platform/config/config.js';
import { ContentModelManagementApi, RequireAnyScope } from '../protocol/management-guards.js';
import { BundleSerializer, toFieldResource } from './bundle.dto.js';
import { FIELD_SCOPES } from '../protocol/bundle-scopes.js';
import { ChangeOptions } from '../protocol/request.decorators.js';
import { ChangedFieldDto, NewFieldDto, toField, toPartialField } from './field.dto.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { sendJob } from '../protocol/send-job.js';
import { type BodyRules, JsonBody } from '../protocol/json-body.js';

interface FieldName extends BundleName {
  readonly name: string;
}

/** For bodies that add and that change a field. */
const RULES: BodyRules<Partial<FieldRequest>> = {
  findProblems: ({ given }, resolve) => resolve(FieldEditor).findProblems(toPartialField(given)),
};

/** Custom fields of a bundle. Their version is that of the bundle. */
@Controller('manage/bundles/:entityType/:bundle/fields')
@ContentModelManagementApi()
export class FieldsController {
  constructor(
    private readonly models: ContentModelService,
    private readonly changes: ModelChangeService,
    private readonly resources: BundleSerializer,
    private readonly config: Config,
  ) {}

  @Get()
  @RequireAnyScope(FIELD_SCOPES)
  list(@Param() name: BundleName, @Res() response: Response): void {
    const { bundle } = getCustomBundle(name, this.models.current());
    sendJson(response, { items: bundle.fields.map(toFieldResource), next: null }, { version: bundle.since });
  }

  @Post()
  @RequireAnyScope(FIELD_SCOPES)
  async add(
    @Param() { entityType, bundle }: BundleName,
    @JsonBody(NewFieldDto, RULES)
    dto: FieldRequest,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    const { name } = dto;
    const change = { kind: 'field.add', name: { entityType, bundle }, field: toField(dto) } as const;
    const job = await this.changes.apply(change, options);
    if (job !== undefined) {
      sendJob(response, job, this.config);
      return;
    }
    const path = `/manage/bundles/${entityType}/${bundle}/fields/${name}`;
    response.setHeader('Location', this.config.baseUrl + path);
    await this.send(response, { entityType, bundle, name }, 201);
  }

  @Get(':name')
  @RequireAnyScope(FIELD_SCOPES)
  async get(@Param() field: FieldName, @Res() response: Response): Promise<void> {
    await this.send(response, field);
  }

  @Patch(':name')
  @RequireAnyScope(FIELD_SCOPES)
  async update(
    @Param() { entityType, bundle, name: field }: FieldName,
    @JsonBody(ChangedFieldDto, RULES)
    dto: FieldDraftChange,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    const name = { entityType, bundle };
    const job = await this.changes.apply({ kind: 'field.change', name, field, draft: dto }, options);
    if (job === undefined) await this.send(response, { ...name, name: field });
    else sendJob(response, job, this.config);
  }

  @Delete(':name')
  @RequireAnyScope(FIELD_SCOPES)
  async remove(
    @Param() { entityType, bundle, name: field }: FieldName,
    @ChangeOptions() options: ModelChangeOptions,
    @Res() response: Response,
  ): Promise<void> {
    const change = { kind: 'field.remove', name: { entityType, bundle }, field } as const;
    const job = await this.changes.apply(change, options);
    if (job === undefined) sendNoContent(response);
    else sendJob(response, job, this.config);
  }

  private async send(response: Response, { name, ...of }: FieldName, status: 200 | 201 = 200): Promise<void> {
    const type = getCustomBundle(of, this.models.current());
    const shown = await this.resources.serializeField(type, getCustomField(type, name));
    sendJson(response, shown, { status, version: type.bundle.since });
  }
}
