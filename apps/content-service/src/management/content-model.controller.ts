import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ContentModelService, ENTITY_TYPES, FIELD_TYPES } from '@content-service/bundles';
import { RequiresAnyScope } from './any-scope.guard.js';
import { BundleResources } from './bundle-resources.js';
import { FOR_CONTENT_MODEL } from './bundle-scopes.js';
import { ManagesContentModel } from './manages.js';
import { sendJson } from './send.js';

const ENTITY_TYPE_RESOURCES = ENTITY_TYPES.map(({ name, label, labelField, bundles, writable }) => ({
  name,
  label,
  labelField,
  bundles: bundles === 'many' ? 'many' : 'one',
  writable,
}));

/** The alias of a path is a base field only. */
const FIELD_TYPE_RESOURCES = Object.values(FIELD_TYPES)
  .filter(({ name }) => name !== 'path')
  .map(({ name, label, settings }) => ({ name, label, settings }));

/** The whole content model in one answer. */
@Controller('manage/content-model')
@ManagesContentModel()
export class ContentModelController {
  constructor(
    private readonly models: ContentModelService,
    private readonly bundles: BundleResources,
  ) {}

  @Get()
  @RequiresAnyScope(FOR_CONTENT_MODEL)
  async get(@Res() response: Response): Promise<void> {
    const { version, resourceTypes } = this.models.current();
    const shown = {
      version,
      entityTypes: ENTITY_TYPE_RESOURCES,
      fieldTypes: FIELD_TYPE_RESOURCES,
      bundles: await this.bundles.all(resourceTypes),
    };
    sendJson(response, shown, { version });
  }
}
