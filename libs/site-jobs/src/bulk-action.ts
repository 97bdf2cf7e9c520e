import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import { type EntrySelection, TypeNotFound, TypeReadOnly } from '@content-service/entries';
import { parseFilterQuery } from '@content-service/jsonapi';
import { assertScope, CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';
import { type SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { findPresentScopes, RequesterNotPermitted, type ScopeSources } from '@content-service/oauth-clients';

/** What can be done to many entries at once. */
export const BULK_ACTIONS = ['publish', 'unpublish', 'delete'] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** One action for all entries of a type that match a filter. */
export interface BulkRequest {
  readonly resourceType: string;
  /** The parameters `filter[…]` of the collection, encoded as in its address; empty for all entries. */
  readonly filter: string;
  readonly action: BulkAction;
}

/** Checks a bulk action against permissions, settings and content model, as they are at the moment of each call. */
export class BulkActionRules {
  constructor(
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly scopes: ScopeSources,
  ) {}

  /**
   * The entries of a request, published or not.
   *
   * @throws ScopeMissing, WritesNotAllowed, TypeNotFound, TypeReadOnly, and the errors of the filter
   */
  select({ resourceType, filter }: Omit<BulkRequest, 'action'>, principal: Principal): EntrySelection {
    assertScope(principal, CONTENT_ADMINISTER);
    const limits = this.settings.current();
    if (limits.allowedOperations !== 'read_write') throw new WritesNotAllowed();
    const model = this.models.current();
    const type = model.find(resourceType);
    if (type === undefined) throw new TypeNotFound(resourceType);
    if (!type.entityType.writable) throw new TypeReadOnly(resourceType);
    const condition = parseFilterQuery(filter, { model, type, principal }, limits.queryComplexityMaximum);
    const selection = { type: type.name, publishedOnly: false };
    return condition === undefined ? selection : { ...selection, filter: condition };
  }

  /** As `select`, with the permissions that the actor of a job has now. @throws RequesterNotPermitted and its errors */
  async selectFor(actor: AuditActor, request: BulkRequest): Promise<EntrySelection> {
    const scopes = await findPresentScopes(actor, this.scopes);
    if (scopes?.has(CONTENT_ADMINISTER) !== true) throw new RequesterNotPermitted();
    // The filter depends on the scopes alone.
    return this.select(request, { kind: 'client', clientId: actor.clientId ?? '', scopes });
  }
}
