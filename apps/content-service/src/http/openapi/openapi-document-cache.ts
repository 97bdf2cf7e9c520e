import { Injectable } from '@nestjs/common';
import { type ContentModel, ContentModelService } from '@content-service/bundles';
import { sha256 } from '@content-service/kernel';
import { SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { buildOpenApiDocument } from './openapi-document.js';

/** The serialized description. */
export interface CachedDocument {
  readonly bytes: Buffer;
  readonly tag: string;
}

interface CacheKey extends CachedDocument {
  readonly model: ContentModel;
  readonly pageLimitMaximum: number;
}

/** Caches the description of the present content model, which takes some milliseconds to build. */
@Injectable()
export class OpenApiDocumentCache {
  private cachedFor: CacheKey | undefined;

  constructor(
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly config: Config,
  ) {}

  get(): CachedDocument {
    const model = this.models.current();
    const { pageLimitMaximum } = this.settings.current();
    if (this.cachedFor?.model !== model || this.cachedFor.pageLimitMaximum !== pageLimitMaximum)
      this.cachedFor = { ...this.build(model, pageLimitMaximum), model, pageLimitMaximum };
    return this.cachedFor;
  }

  private build(model: ContentModel, pageLimitMaximum: number): CachedDocument {
    const { baseUrl, jsonApiPrefix } = this.config;
    const oauth = jsonApiPrefix === '/api';
    const text = JSON.stringify(
      buildOpenApiDocument({ model, baseUrl, prefix: jsonApiPrefix, oauth, pageLimitMaximum }),
    );
    return { bytes: Buffer.from(text), tag: `"${sha256(text)}"` };
  }
}
