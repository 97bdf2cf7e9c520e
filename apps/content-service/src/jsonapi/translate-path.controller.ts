import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ContentModel, ResourceType } from '@content-service/bundles';
import { type Entry, EntryReader, EntryStore } from '@content-service/entries';
import { entryHref, InvalidParameter, type Site } from '@content-service/jsonapi';
import { GuardsContent } from '../access/access.module.js';
import { RequestSurroundings } from './request-surroundings.js';
import { AliasUnknown } from './route.errors.js';

/** The language of aliases that name none, and of an alias that entries have in several. */
const DEFAULT_LANGCODE = 'en';

/**
 * From an address of the site to the entry behind it. No part of the specification: clients of the reference
 * (next-drupal) ask for it, in this form, to find out what to show under an address.
 */
@Controller('router/translate-path')
@GuardsContent()
export class TranslatePathController {
  constructor(
    private readonly surroundings: RequestSurroundings,
    private readonly store: EntryStore,
    private readonly reader: EntryReader,
  ) {}

  @Get()
  async translate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { site, model, principal, rawQuery } = this.surroundings.of(request);
    const path = new URLSearchParams(rawQuery).get('path');
    if (path === null || path === '')
      throw new InvalidParameter('path', 'Say which path, such as path=/about.');
    const { type, id } = await this.behind(path, model);
    const context = { principal, model, include: undefined, includedMaximum: 0 };
    const { entry } = await this.reader.one(type, id, context);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.json(translation(entry, type, path, site));
  }

  /** @throws AliasUnknown */
  private async behind(path: string, model: ContentModel): Promise<{ type: ResourceType; id: string }> {
    const alias = path.length > 1 ? path.replace(/\/$/, '') : path;
    const id = await this.store.findByAlias(alias, DEFAULT_LANGCODE);
    const status = id === undefined ? undefined : (await this.store.exists([id])).get(id);
    const type = status === undefined ? undefined : model.find(status.type);
    if (id === undefined || type === undefined) throw new AliasUnknown(path);
    return { type, id };
  }
}

function translation(entry: Entry, type: ResourceType, path: string, site: Site): object {
  const resolved = site.baseUrl + path;
  return {
    resolved,
    isHomePath: path === '/',
    entity: {
      canonical: resolved,
      type: type.entityType.name,
      bundle: type.bundle.bundle,
      id: entry.id,
      uuid: entry.id,
      langcode: entry.attributes['langcode'] ?? DEFAULT_LANGCODE,
      path,
    },
    label: entry.attributes[type.entityType.labelField] ?? null,
    jsonapi: {
      individual: entryHref(entry, site),
      resourceName: type.name,
      pathPrefix: site.prefix.slice(1),
      basePath: site.prefix,
      entryPoint: site.baseUrl + site.prefix,
    },
  };
}
