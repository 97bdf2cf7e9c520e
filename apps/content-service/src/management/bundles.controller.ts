import { Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  BundleEditor,
  type BundleName,
  ContentModelService,
  ownBundle,
  type RemovalOptions,
  type ResourceType,
} from '@content-service/bundles';
import type { Principal } from '@content-service/scopes';
import { CurrentPrincipal } from '../access/principal.js';
import { Config } from '../config.js';
import { RequiresAnyScope } from './any-scope.guard.js';
import { ChangedBundleDto, NewBundleDto } from './bundle.dto.js';
import { BundleResources } from './bundle-resources.js';
import {
  administersBundles,
  FOR_BUNDLES,
  FOR_SEEING_BUNDLES,
  requireBundleScope,
  requireFieldScope,
} from './bundle-scopes.js';
import { Edit } from './edit-options.js';
import { fieldOf } from './field.dto.js';
import { ManagesContentModel } from './manages.js';
import { sendJson, sendNothing } from './send.js';
import { Told } from './told.js';

const ONE = ':entityType/:bundle';

/** Content types, media types and vocabularies; served, indexed and described from the moment they are made. */
@Controller('manage/bundles')
@ManagesContentModel()
export class BundlesController {
  constructor(
    private readonly models: ContentModelService,
    private readonly editor: BundleEditor,
    private readonly resources: BundleResources,
    private readonly config: Config,
  ) {}

  @Get()
  @RequiresAnyScope(FOR_BUNDLES)
  async list(@CurrentPrincipal() principal: Principal, @Res() response: Response): Promise<void> {
    const types = this.models
      .current()
      .resourceTypes.filter(({ entityType }) => administersBundles(principal, entityType.name));
    sendJson(response, { items: await this.resources.all(types), next: null });
  }

  @Post()
  @RequiresAnyScope(FOR_BUNDLES)
  async create(
    @Told(NewBundleDto) { description, fields = [], ...said }: NewBundleDto,
    @CurrentPrincipal() principal: Principal,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    requireBundleScope(principal, said.entityType);
    if (fields.length > 0) requireFieldScope(principal, said.entityType);
    const definition = { ...said, description: description ?? undefined, fields: fields.map(fieldOf) };
    const type = await this.editor.create(definition, options);
    const path = `/manage/bundles/${type.entityType.name}/${type.bundle.bundle}`;
    response.setHeader('Location', this.config.baseUrl + path);
    await this.send(response, type, 201);
  }

  @Get(ONE)
  @RequiresAnyScope(FOR_SEEING_BUNDLES)
  async get(@Param() name: BundleName, @Res() response: Response): Promise<void> {
    await this.send(response, ownBundle(name, this.models.current()));
  }

  @Patch(ONE)
  @RequiresAnyScope(FOR_BUNDLES)
  async update(
    @Param() name: BundleName,
    @Told(ChangedBundleDto) said: ChangedBundleDto,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(response, await this.editor.change(name, said, options));
  }

  @Delete(ONE)
  @RequiresAnyScope(FOR_BUNDLES)
  async remove(
    @Param() name: BundleName,
    @Edit() options: RemovalOptions,
    @Res() response: Response,
  ): Promise<void> {
    await this.editor.remove(name, options);
    sendNothing(response);
  }

  private async send(response: Response, type: ResourceType, status: 200 | 201 = 200): Promise<void> {
    sendJson(response, await this.resources.one(type), { status, version: type.bundle.since });
  }
}
