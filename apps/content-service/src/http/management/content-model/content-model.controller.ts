import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ContentModelService, ENTITY_TYPES, FIELD_TYPES, NEW_FIELD_TYPES } from '@content-service/bundles';
import { EntryStore } from '@content-service/entries';
import { ContentModelManagementApi, RequireAnyScope } from '../protocol/management-guards.js';
import { BundleSerializer } from './bundle.dto.js';
import { CONTENT_MODEL_SCOPES } from '../protocol/bundle-scopes.js';
import { sendJson } from '../../protocol/send.js';
import { ALLOWED_HTML } from '../../../platform/formatted-text/html-formats.js';

/** @param hasRevisions whether the storage keeps them */
const toEntityTypeResources = (hasRevisions: boolean): readonly object[] =>
  ENTITY_TYPES.map(
    ({ name, label, labelField, bundles, writable, versioned, unfinishedDrafts, schedulable }) => ({
      name,
      label,
      labelField,
      bundles: bundles === 'many' ? 'many' : 'one',
      writable: writable !== false,
      creatable: writable === true,
      versioned: versioned && hasRevisions,
      unfinishedDrafts: unfinishedDrafts === true,
      schedulable,
    }),
  );

const FIELD_TYPE_RESOURCES = Object.values(FIELD_TYPES)
  .filter(({ name }) => (NEW_FIELD_TYPES as readonly string[]).includes(name))
  .map(({ name, label, settings }) => ({ name, label, settings }));

/** The whole content model in one response. */
@Controller('manage/content-model')
@ContentModelManagementApi()
export class ContentModelController {
  constructor(
    private readonly models: ContentModelService,
    private readonly bundles: BundleSerializer,
    private readonly entries: EntryStore,
  ) {}

  @Get()
  @RequireAnyScope(CONTENT_MODEL_SCOPES)
  async get(@Res() response: Response): Promise<void> {
    const { version, resourceTypes } = this.models.current();
    const shown = {
      version,
      entityTypes: toEntityTypeResources(this.entries.capabilities.revisions === true),
      fieldTypes: FIELD_TYPE_RESOURCES,
      htmlFormats: ALLOWED_HTML,
      bundles: await this.bundles.serializeAll(resourceTypes),
    };
    sendJson(response, shown, { version });
  }
}
