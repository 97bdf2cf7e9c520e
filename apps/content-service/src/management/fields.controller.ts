import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type BundleName,
  ContentModelService,
  FieldEditor,
  ownBundle,
  ownField,
  type RemovalOptions,
} from '@content-service/bundles';
import { Config } from '../config.js';
import { RequiresAnyScope } from './any-scope.guard.js';
import { BundleResources, fieldResource } from './bundle-resources.js';
import { FOR_FIELDS } from './bundle-scopes.js';
import { Edit } from './edit-options.js';
import { ChangedFieldDto, fieldOf, NewFieldDto } from './field.dto.js';
import { ManagesContentModel } from './manages.js';
import { sendJson, sendNothing } from './send.js';
import { Told } from './told.js';

interface FieldName extends BundleName {
  readonly name: string;
}

/** The fields of a bundle beside those its entity type brings. Their version is that of the bundle. */
@Controller('manage/bundles/:entityType/:bundle/fields')
@ManagesContentModel()
export class FieldsController {
  constructor(
    private readonly models: ContentModelService,
    private readonly editor: FieldEditor,
    private readonly resources: BundleResources,
    private readonly config: Config,
  ) {}

  @Get()
  @RequiresAnyScope(FOR_FIELDS)
  list(@Param() name: BundleName, @Res() response: Response): void {
    const { bundle } = ownBundle(name, this.models.current());
    sendJson(response, { items: bundle.fields.map(fieldResource), next: null }, { version: bundle.since });
  }

  @Post()
  @RequiresAnyScope(FOR_FIELDS)
  async add(
    @Param() { entityType, bundle }: BundleName,
    @Told(NewFieldDto) said: NewFieldDto,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    const { name } = said;
    await this.editor.add({ entityType, bundle }, fieldOf(said), options);
    const path = `/manage/bundles/${entityType}/${bundle}/fields/${name}`;
    response.setHeader('Location', this.config.baseUrl + path);
    await this.send(response, { entityType, bundle, name }, 201);
  }

  @Get(':name')
  @RequiresAnyScope(FOR_FIELDS)
  async get(@Param() field: FieldName, @Res() response: Response): Promise<void> {
    await this.send(response, field);
  }

  @Patch(':name')
  @RequiresAnyScope(FOR_FIELDS)
  async update(
    @Param() { name, ...bundle }: FieldName,
    @Told(ChangedFieldDto) said: ChangedFieldDto,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    await this.editor.change(bundle, name, said, options);
    await this.send(response, { ...bundle, name });
  }

  @Delete(':name')
  @RequiresAnyScope(FOR_FIELDS)
  async remove(
    @Param() { name, ...bundle }: FieldName,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    await this.editor.remove(bundle, name, options);
    sendNothing(response);
  }

  private async send(response: Response, { name, ...of }: FieldName, status: 200 | 201 = 200): Promise<void> {
    const type = ownBundle(of, this.models.current());
    const shown = await this.resources.field(type, ownField(type, name));
    sendJson(response, shown, { status, version: type.bundle.since });
  }
}
