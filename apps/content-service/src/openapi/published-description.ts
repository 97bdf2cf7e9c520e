import { Injectable } from '@nestjs/common';
import { type ContentModel, ContentModelService } from '@content-service/bundles';
import { sha256 } from '@content-service/kernel';
import { SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../config.js';
import { openApiDocument } from './openapi-document.js';

/** The description as it is sent. */
export interface Description {
  readonly bytes: Buffer;
  readonly tag: string;
}

interface Made extends Description {
  readonly model: ContentModel;
  readonly pageLimitMaximum: number;
}

/** Keeps the description of the present content model, which takes some milliseconds to make. */
@Injectable()
export class PublishedDescription {
  private made: Made | undefined;

  constructor(
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly config: Config,
  ) {}

  current(): Description {
    const model = this.models.current();
    const { pageLimitMaximum } = this.settings.current();
    if (this.made?.model !== model || this.made.pageLimitMaximum !== pageLimitMaximum)
      this.made = { ...this.describe(model, pageLimitMaximum), model, pageLimitMaximum };
    return this.made;
  }

  private describe(model: ContentModel, pageLimitMaximum: number): Description {
    const { baseUrl, jsonApiPrefix } = this.config;
    const oauth = jsonApiPrefix === '/api';
    const text = JSON.stringify(
      openApiDocument({ model, baseUrl, prefix: jsonApiPrefix, oauth, pageLimitMaximum }),
    );
    return { bytes: Buffer.from(text), tag: `"${sha256(text)}"` };
  }
}
