import { Injectable } from '@nestjs/common';
import { ContentModelService } from '@content-service/bundles';
import {
  type CollectionRequest,
  type CursorPageRequest,
  EntryReader,
  type QueryExplanation,
} from '@content-service/entries';
import { CursorCodec, parseCollectionQuery, parseCursorQuery } from '@content-service/jsonapi';
import { AggregateDomainError, DomainError } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { UrlTooLong } from '../protocol/http.errors.js';
import { URL_LENGTH_MAXIMUM } from '../server/middleware.js';
import { resolveType } from './read-request.pipes.js';

/** A fault of the URL to explain: of its path, or of a parameter of its query. */
interface UrlFault {
  /** As the client wrote it, such as `filter[title][operator]`; `url` for the path. */
  readonly parameter: string;
  readonly code: string;
  readonly detail: string;
}

/** The URL to explain is not that of a read of a collection. */
class ExplainedUrlInvalid extends DomainError {
  constructor(faults: readonly UrlFault[]) {
    const places = faults.map(({ parameter, detail }) => `${parameter}: ${detail}`);
    super('explained_url_invalid', places.join(' '), { source: { parameter: 'url' }, meta: { faults } });
  }
}

/** The URL of a collection, in its parts. */
interface CollectionUrl {
  readonly entityType: string;
  readonly bundle: string;
  /** The part after `?`, still encoded. */
  readonly rawQuery: string;
}

/** Explains how the storage answers reads of collections. */
@Injectable()
export class QueryPlans {
  constructor(
    private readonly config: Config,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly reader: EntryReader,
    private readonly codec: CursorCodec,
  ) {}

  /**
   * Explains a read under the limits of the read itself. A URL with `page[size]`, `page[after]` or `page[before]` is read by cursor
   * pagination, every other one by offset.
   *
   * @param url of a collection, with or without scheme and host: `/api/node/article?sort=title`
   * @param principal in whose name it is read: hidden fields and unpublished entries change the statements
   * @throws ExplainedUrlInvalid, UrlTooLong, QueryPlanUnavailable
   */
  async explain(url: string, principal: Principal): Promise<QueryExplanation> {
    if (url.length > URL_LENGTH_MAXIMUM) throw new UrlTooLong(url.length, URL_LENGTH_MAXIMUM);
    return this.reader.explain(this.parse(url, principal), { principal });
  }

  /** @throws ExplainedUrlInvalid */
  private parse(url: string, principal: Principal): CollectionRequest | CursorPageRequest {
    try {
      const { rawQuery, ...path } = splitCollectionUrl(url, this.config.jsonApiPrefix);
      const model = this.models.current();
      const type = resolveType(path, model);
      const context = { model, type, principal, limits: this.settings.current() };
      return isCursorPage(rawQuery)
        ? parseCursorQuery(rawQuery, context, this.codec).request
        : parseCollectionQuery(rawQuery, context).request;
    } catch (error) {
      if (error instanceof DomainError) throw toUrlInvalid(error);
      throw error;
    }
  }
}

/** @throws ExplainedUrlInvalid */
function splitCollectionUrl(url: string, prefix: string): CollectionUrl {
  const [address = ''] = url.split('#', 1);
  const queryStart = address.indexOf('?');
  const [path, rawQuery] =
    queryStart === -1 ? [address, ''] : [address.slice(0, queryStart), address.slice(queryStart + 1)];
  const segments = path.replace(/^https?:\/\/[^/]*/i, '').split('/');
  const [start, root, entityType = '', bundle = '', ...others] = segments;
  const isCollection = start === '' && `/${root}` === prefix && entityType !== '' && bundle !== '';
  if (!isCollection || others.length > 0)
    throw new ExplainedUrlInvalid([
      {
        parameter: 'url',
        code: 'not_a_collection',
        detail: `'${path}' is not the path of a collection such as ${prefix}/node/article.`,
      },
    ]);
  return { entityType, bundle, rawQuery };
}

function isCursorPage(rawQuery: string): boolean {
  const names = [...new URLSearchParams(rawQuery).keys()];
  return names.some((name) => ['page[size]', 'page[after]', 'page[before]'].includes(name));
}

function toUrlInvalid(error: DomainError): ExplainedUrlInvalid {
  if (error instanceof ExplainedUrlInvalid) return error;
  const problems = error instanceof AggregateDomainError ? error.problems : [error];
  return new ExplainedUrlInvalid(
    problems.map(({ code, message, source }) => ({
      parameter: source?.parameter ?? 'url',
      code,
      detail: message,
    })),
  );
}
