import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import {
  EDIT_MODES,
  type EntryEdit,
  type EntrySelection,
  TypeNotFound,
  TypeReadOnly,
} from '@content-service/entries';
import { parseFilterQuery } from '@content-service/jsonapi';
import type { MemberRules, NewOf } from '@content-service/kernel';
import { assertScope, CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';
import { type SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { findPresentScopes, RequesterNotPermitted, type ScopeSources } from '@content-service/oauth-clients';

/** Characters of the JSON of `data`: the parameters of the job have it. */
export const DATA_MAXIMUM = 30_000;

/** The members of the body that requests a bulk action: what is done to all entries of a type that match a filter. */
export const BULK_ACTION_MEMBERS = {
  resourceType: {
    type: 'string',
    required: true,
    description: 'The resource type.',
    examples: ['node--article'],
  },
  filter: {
    type: 'string',
    // Longer than any address that a client can send.
    maxLength: 8000,
    checkedBy: 'body',
    description:
      'The parameters `filter[…]` of the collection, encoded as in its address. Others, such as `page`, and repeated ones are refused.',
    examples: ['filter%5Bstatus%5D=0'],
  },
  all: {
    type: 'boolean',
    default: false,
    description: 'Required to be true without a filter: all entries of the type are changed then.',
  },
  action: { type: 'string', enum: ['publish', 'unpublish', 'delete', 'update'], required: true },
  data: {
    type: 'object',
    properties: {
      attributes: { type: 'object', description: 'Values by field.' },
      relationships: { type: 'object', description: 'Relationship objects by field, `{"data": …}`.' },
    },
    description: `What the action \`update\` sets, as in the body of a PATCH; at most ${DATA_MAXIMUM.toLocaleString('en')} characters.`,
    examples: [{ attributes: { field_rating: 3 } }],
  },
  mode: {
    type: 'string',
    enum: EDIT_MODES,
    default: 'replace',
    description:
      'Whether the action `update` replaces values, or adds them to fields with several values or removes them from these. A value that is there already is not added.',
  },
} as const satisfies MemberRules;

export type NewBulkAction = NewOf<typeof BULK_ACTION_MEMBERS>;
export type BulkAction = NewBulkAction['action'];

/** A change of fields of entries of a type. */
export interface TypeEdit extends EntryEdit {
  readonly resourceType: string;
}

/** One action for all entries of a type that match a filter, which is empty for all entries. */
export type BulkRequest = Pick<NewBulkAction, 'resourceType' | 'action' | 'data' | 'mode'> & {
  readonly filter: string;
};

/** What an update changes. */
export function toEdit({
  resourceType,
  data = {},
  mode = BULK_ACTION_MEMBERS.mode.default,
}: Omit<BulkRequest, 'action' | 'filter'>): TypeEdit {
  return { resourceType, data, mode };
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
  select(
    { resourceType, filter }: Pick<BulkRequest, 'resourceType' | 'filter'>,
    principal: Principal,
  ): EntrySelection {
    assertScope(principal, CONTENT_ADMINISTER);
    const limits = this.settings.current();
    if (limits.allowedOperations !== 'read_write') throw new WritesNotAllowed();
    const model = this.models.current();
    const type = model.find(resourceType);
    if (type === undefined) throw new TypeNotFound(resourceType);
    if (type.entityType.writable === false) throw new TypeReadOnly(resourceType);
    const { writeScope } = type.entityType;
    if (writeScope !== undefined) assertScope(principal, writeScope);
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
