import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ContentModelService } from '@content-service/bundles';
import type { Site } from '@content-service/jsonapi';
import { SiteSettingsService } from '@content-service/site-settings';
import { principalOf } from '../access/principal.js';
import { Config } from '../config.js';
import type { Surroundings } from './read-request.js';

/** Takes one look at everything a request depends on, so that all its parts agree. */
@Injectable()
export class RequestSurroundings {
  private readonly site: Site;

  constructor(
    config: Config,
    private readonly model: ContentModelService,
    private readonly settings: SiteSettingsService,
  ) {
    this.site = { baseUrl: config.baseUrl, prefix: config.jsonApiPrefix };
  }

  of(request: Request): Surroundings {
    return {
      site: this.site,
      model: this.model.current(),
      settings: this.settings.current(),
      settingsVersion: this.settings.version,
      principal: principalOf(request),
      rawQuery: rawQueryOf(request.originalUrl),
    };
  }
}

function rawQueryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
