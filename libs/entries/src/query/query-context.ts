import type { ContentModel, ResourceType } from '@content-service/bundles';
import type { Principal } from '@content-service/scopes';

/** What names in a query are resolved against. */
export interface QueryContext {
  readonly model: ContentModel;
  readonly type: ResourceType;
  /** Decides which targets of relationships the query can see. */
  readonly principal: Principal;
}
