import type { ResourceType } from '@content-service/bundles';
import { DomainError, type Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';

/** Whether unpublished entries are shown to the principal (specification, «Scope rules» 6). */
export function seesUnpublished(principal: Principal): boolean {
  return principal.scopes.has(CONTENT_ADMINISTER);
}

export function maySee(principal: Principal, entry: { readonly published: boolean }): boolean {
  return entry.published || seesUnpublished(principal);
}

/** @throws TokenRequired for an anonymous reader, EntryHidden for one whose token lacks the scope */
export function requireVisible(principal: Principal, entry: { id: Uuid; published: boolean }): void {
  if (maySee(principal, entry)) return;
  throw principal.kind === 'anonymous' ? new TokenRequired() : new EntryHidden(entry.id);
}

export class EntryUnknown extends DomainError {
  constructor(type: string, id: string) {
    super('entry_unknown', `There is no ${type} with the id '${id}'.`);
  }
}

export class RelationshipUnknown extends DomainError {
  constructor(type: ResourceType, name: string) {
    const known = type.relationships.map((field) => field.name).join(', ') || 'none';
    super('relationship_unknown', `${type.name} has no relationship '${name}'. There is: ${known}.`);
  }
}

/** The entry is unpublished and the token lacks `content:administer`. */
export class EntryHidden extends DomainError {
  constructor(id: Uuid) {
    super(
      'entry_hidden',
      `The entry ${id} is not published; reading it needs the scope '${CONTENT_ADMINISTER}'.`,
      { meta: { scope: CONTENT_ADMINISTER } },
    );
  }
}

/** An anonymous reader asks for what only a token can show: the edge answers with a challenge. */
export class TokenRequired extends DomainError {
  constructor() {
    super('token_required', 'Missing Authorization header');
  }
}
