import type { Uuid } from '@content-service/kernel';
import type { ScopeSet } from '@content-service/scopes';

/** What users may grant; who they are is not known here. */
export abstract class UserScopes {
  /** The most a token of the user can hold at this moment; `undefined` when the user is gone or disabled. */
  abstract scopesOf(userId: Uuid): Promise<ScopeSet | undefined>;
}
