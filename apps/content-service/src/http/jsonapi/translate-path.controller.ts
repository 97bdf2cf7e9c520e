import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  assertVisible,
  type Entry,
  EntryReader,
  formatPath,
  getLangcode,
  parsePreviewPath,
  PathResolver,
  type ResolvedPath,
} from '@content-service/entries';
import { type ApiRoot, buildEntryHref, InvalidParameter } from '@content-service/jsonapi';
import type { ContentModel } from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';
import { ContentApi } from '../content-api/content-api.js';
import { sendJson } from '../protocol/send.js';
import { PathErrorFilter } from './path-error.filter.js';
import { RequestContextFactory } from './read-request.pipes.js';
import { decodePath, parseRequestedPath } from './requested-path.js';

/** Neither an entry nor a redirect has the path. */
class PathNotFound extends DomainError {
  /** @param path shown up to 255 characters */
  constructor(path: string) {
    super('route_unknown', `Unable to resolve path ${path.slice(0, 255)}.`, {
      source: { parameter: 'path' },
    });
  }
}

type ResolvedEntry = Extract<ResolvedPath, { readonly entry: Entry }>;

/**
 * Resolves a path of the site to its entry, over redirects. Not stated by the specification; the module decoupled_router of Drupal has
 * this endpoint and format, and clients use it (next-drupal).
 */
@Controller('router/translate-path')
@ContentApi()
export class TranslatePathController {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly resolver: PathResolver,
    private readonly reader: EntryReader,
  ) {}

  /** @throws InvalidParameter, PathNotFound, PreviewInvalid, PreviewExpired, TokenRequired, EntryHidden */
  @Get()
  @UseFilters(PathErrorFilter)
  async translate(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { apiRoot, model, principal, query } = this.contexts.create(request);
    const text = new URLSearchParams(query).get('path');
    if (text === null || text === '')
      throw new InvalidParameter('path', 'The parameter path is required, such as path=/about.');
    const basePath = new URL(apiRoot.baseUrl).pathname.replace(/\/$/, '');
    const { path, suffix } = parseRequestedPath(text, basePath);
    const preview = parsePreviewPath(path);
    if (preview !== undefined) {
      const previewed = await this.reader.findPreviewed(preview.id, preview.token, model);
      if (previewed === undefined) throw new PathNotFound(path);
      sendJson(response, toTranslation(previewed, suffix, apiRoot), { isSecret: true });
      return;
    }
    const resolved = await this.resolve(path, model);
    if (resolved === undefined) throw new PathNotFound(path);
    const redirect = formatRedirects(resolved, basePath);
    if ('externalUrl' in resolved) {
      sendJson(response, {
        resolved: resolved.externalUrl,
        isExternal: true,
        isHomePath: false,
        ...redirect,
      });
      return;
    }
    assertVisible(principal, resolved.entry);
    sendJson(response, { ...toTranslation(resolved, resolved.suffix || suffix, apiRoot), ...redirect });
  }

  /** The path as it is comes first; one that is unknown is decoded once more. */
  private async resolve(path: string, model: ContentModel): Promise<ResolvedPath | undefined> {
    const resolved = await this.resolver.resolve(path, model);
    const decoded = resolved === undefined ? decodePath(path) : undefined;
    return decoded === undefined ? resolved : this.resolver.resolve(decoded, model);
  }
}

function formatRedirects({ redirects }: ResolvedPath, basePath: string): object {
  if (redirects.length === 0) return {};
  const toLocation = (path: string): string => (path.startsWith('/') ? basePath + path : path);
  return {
    redirect: redirects.map(({ from, to, statusCode }) => ({
      from: toLocation(from),
      to: toLocation(to),
      status: String(statusCode),
    })),
  };
}

function toTranslation(
  { entry, type }: Pick<ResolvedEntry, 'entry' | 'type'>,
  suffix: string,
  apiRoot: ApiRoot,
): object {
  const path = formatPath(entry);
  const canonical = apiRoot.baseUrl + path;
  return {
    resolved: canonical + suffix,
    isHomePath: path === '/',
    entity: {
      canonical,
      type: type.entityType.name,
      bundle: type.bundle.bundle,
      id: entry.id,
      uuid: entry.id,
      langcode: getLangcode(entry),
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
