import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ContentModel, ResourceType } from '@content-service/bundles';
import { type Entry, EntryReader, EntryStore } from '@content-service/entries';
import { type ApiRoot, buildEntryHref, InvalidParameter } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { ContentApi } from '../content-api/content-api.js';
import { RequestContextFactory } from './read-request.pipes.js';

/** Language of a path alias without a langcode; preferred when an alias exists in several languages. */
const DEFAULT_LANGCODE = 'en';

/** No entry has the path as its alias. */
class AliasNotFound extends DomainError {
  constructor(path: string) {
    super('route_unknown', `No entry has the path '${path}'.`, { source: { parameter: 'path' } });
  }
}

/**
 * Resolves a path alias to its entry. Not stated by the specification; clients of the reference implementation
 * (next-drupal) use this endpoint and format.
 */
@Controller('router/translate-path')
@ContentApi()
export class TranslatePathController {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly store: EntryStore,
    private readonly reader: EntryReader,
  ) {}

  @Get()
  async translate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { apiRoot, model, principal, query } = this.contexts.create(request);
    const path = new URLSearchParams(query).get('path');
    if (path === null || path === '')
      throw new InvalidParameter('path', 'The parameter path is required, such as path=/about.');
    const { type, id } = await this.findByPath(path, model);
    const context = { principal, model, include: undefined, includedMaximum: 0 };
    const { entry } = await this.reader.getOne(type, id, context);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.json(toTranslation(entry, type, path, apiRoot));
  }

  /** @throws AliasNotFound */
  private async findByPath(path: string, model: ContentModel): Promise<{ type: ResourceType; id: string }> {
    const alias = path.length > 1 ? path.replace(/\/$/, '') : path;
    const id = await this.store.findByAlias(alias, DEFAULT_LANGCODE);
    const status = id === undefined ? undefined : (await this.store.findStatuses([id])).get(id);
    const type = status === undefined ? undefined : model.find(status.type);
    if (id === undefined || type === undefined) throw new AliasNotFound(path);
    return { type, id };
  }
}

function toTranslation(entry: Entry, type: ResourceType, path: string, apiRoot: ApiRoot): object {
  const resolved = apiRoot.baseUrl + path;
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
      individual: buildEntryHref(entry, apiRoot),
      resourceName: type.name,
      pathPrefix: apiRoot.prefix.slice(1),
      basePath: apiRoot.prefix,
      entryPoint: apiRoot.baseUrl + apiRoot.prefix,
    },
  };
}
