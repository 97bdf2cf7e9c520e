import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AuditTrail } from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import { type ChangeOrigin, EntryAudit, PendingUnlinks, type WriteContext } from '@content-service/entries';
import { fileKey, FileStore } from '@content-service/files';
import type { Uuid } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import type { ActorContext, Principal } from '@content-service/scopes';
import { SiteSettingsService, toHistoryOptions } from '@content-service/site-settings';
import { getActorContext, getPrincipal } from '../access/access-guards.js';
import { getRequestId } from '../telemetry/request-log.js';
import { getTraceparent } from '../../platform/tracing/trace-id.js';

/** Creates the context of the writes of a request: who writes, and what follows from it. */
@Injectable()
export class WriteContextFactory {
  constructor(
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly clients: ClientRegistry,
    private readonly trail: AuditTrail,
    private readonly unlinks: PendingUnlinks,
    private readonly files: FileStore,
  ) {}

  async create(request: Request): Promise<WriteContext> {
    const author = await this.findAuthor(getPrincipal(request));
    const trace = { requestId: getRequestId(request), traceparent: getTraceparent(request) };
    return {
      ...this.createFor(getActorContext(request), trace),
      ...(author === undefined ? {} : { author }),
    };
  }

  /** The context of writes that name no author of new entries, such as those of the operator. */
  createFor(
    actorContext: ActorContext,
    trace: Pick<ChangeOrigin, 'requestId' | 'traceparent'> = {},
  ): WriteContext {
    const settings = this.settings.current();
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      audit: new EntryAudit(this.trail, actorContext),
      origin: { cause: 'request', actor: actorContext.actor, ...trace },
      unlinkLater: (deleted) => this.unlinks.queue(deleted, actorContext),
      // What is left behind is removed by the sweep.
      removeFiles: (deleted) => this.files.remove(deleted.map(fileKey)).catch(() => undefined),
      redirectsOldAliases: settings.redirectOldAliases,
      history: toHistoryOptions(settings),
      menus: settings.menus.map(({ name }) => name),
    };
  }

  /** The author of a new entry: the user of the token, or the user assigned to the client. */
  private async findAuthor(principal: Principal): Promise<Uuid | undefined> {
    if (principal.kind === 'user') return principal.userId;
    if (principal.kind === 'client') return (await this.clients.find(principal.clientId))?.user;
    return undefined;
  }
}
