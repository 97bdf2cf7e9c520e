import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parseMenuLinkId } from '@content-service/bundles';
import { MenuReader, selectPlacedLinks } from '@content-service/entries';
import {
  assertAcceptable,
  computeCollectionETag,
  parseMenuItemsQuery,
  serializeMenuItems,
} from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { ContentApi } from '../content-api/content-api.js';
import { AllowedMethodsGuard } from '../access/access-guards.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { sendCacheable } from '../protocol/send.js';
import { ContentReads } from './content-reads.js';
import { RequestContextFactory } from './read-request.pipes.js';

/** No menu of the site has the name. */
class MenuNotFound extends DomainError {
  constructor(name: string, known: readonly string[]) {
    const menus = known.join(', ') || 'none';
    super('menu_unknown', `There is no menu '${name.slice(0, 64)}'. Menus: ${menus}.`);
  }
}

/**
 * The links of a menu that the principal may see, as a tree. Not stated by the specification; the module jsonapi_menu_items of
 * Drupal has this endpoint and format, and clients use it (`getMenu` of next-drupal).
 */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class MenuItemsController {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly reads: ContentReads,
    private readonly reader: MenuReader,
  ) {}

  /** @throws NotAcceptable, InvalidParameter, MenuNotFound, DocumentTooLarge */
  @Get(ROUTES.menuItems)
  async show(@Req() request: Request<{ menu: string }>, @Res() response: Response): Promise<void> {
    const context = this.contexts.create(request);
    assertAcceptable(request.headers.accept);
    const { menu } = request.params;
    const { menus, documentBytesMaximum: bytesMaximum } = context.settings;
    const names = menus.map(({ name }) => name);
    if (!names.includes(menu)) throw new MenuNotFound(menu, names);
    const query = parseMenuItemsQuery(context.query);
    const { items, entries, types } = await this.reads.run(context, () => this.reader.read(menu, context));
    const parent = query.parent === undefined ? undefined : (parseMenuLinkId(query.parent) ?? '');
    const shown = selectPlacedLinks(items, { ...query, parent });
    const page = { entries, included: undefined, omitted: [], count: entries.length, more: false };
    sendCacheable(response, context, {
      etag: computeCollectionETag(page, context),
      serialize: () => serializeMenuItems(menu, shown, query, { ...context, bytesMaximum }),
      getDependencies: () => ({ entries, types }),
    });
  }
}
