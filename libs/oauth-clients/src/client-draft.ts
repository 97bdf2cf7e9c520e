import { isUuid, labelFault, type Uuid } from '@content-service/kernel';
import { isKnownScope } from '@content-service/scopes';
import { isStrongSecret } from './client-secret.js';
import { ClientFieldInvalid } from './client.errors.js';
import { type ApiClient, GRANT_TYPES, type GrantType } from './client.js';
import { redirectUriFault } from './redirect-uri.js';

/** What an administrator says about a client. */
export interface ClientDraft {
  readonly label: string;
  readonly allowedScopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly grants: readonly GrantType[];
  readonly confidential: boolean;
  readonly enabled: boolean;
  /** Whose entries those are that the client creates for itself. */
  readonly user?: Uuid;
  readonly rememberConsent: boolean;
  readonly requirePkce: boolean;
}

/** What must be said of a new client; the rest has a default. */
export type NewClient = Pick<ClientDraft, 'label' | 'allowedScopes'> &
  ClientChange &
  Partial<Pick<ClientDraft, 'confidential'>>;

/** What can be changed later. A client cannot become public or confidential: its secret would change meaning. */
export interface ClientChange extends Partial<Omit<ClientDraft, 'confidential' | 'user'>> {
  /** `null`: nobody in particular any more. */
  readonly user?: Uuid | null;
}

/** An id and a secret that automation has chosen before it asks for the client. */
export interface Preset {
  readonly id?: string;
  readonly secret?: string;
}

/** The draft of a new client: without a word about grants it may use every one it can (the specification has no choice). */
export function newDraft(said: NewClient): ClientDraft {
  const confidential = said.confidential ?? true;
  return draftWith(said, {
    label: said.label,
    allowedScopes: [],
    redirectUris: [],
    grants: GRANT_TYPES.filter((grant) => confidential || grant !== 'client_credentials'),
    confidential,
    enabled: true,
    rememberConsent: false,
    requirePkce: !confidential,
  });
}

/** The draft of a client that is there already, after a change. */
export function changedDraft(client: ApiClient, said: ClientChange): ClientDraft {
  return draftWith(said, { ...client, allowedScopes: client.allowedScopes.toArray() });
}

function draftWith(said: ClientChange, otherwise: ClientDraft): ClientDraft {
  return {
    label: said.label ?? otherwise.label,
    allowedScopes: said.allowedScopes ?? otherwise.allowedScopes,
    redirectUris: said.redirectUris ?? otherwise.redirectUris,
    grants: said.grants ?? otherwise.grants,
    confidential: otherwise.confidential,
    enabled: said.enabled ?? otherwise.enabled,
    user: said.user === undefined ? otherwise.user : (said.user ?? undefined),
    rememberConsent: said.rememberConsent ?? otherwise.rememberConsent,
    requirePkce: said.requirePkce ?? otherwise.requirePkce,
  };
}

/** Every fault of the draft, each with a pointer to it. */
export function draftProblems(draft: ClientDraft): readonly ClientFieldInvalid[] {
  return [
    ...labelProblems(draft),
    ...scopeProblems(draft),
    ...uriProblems(draft),
    ...userProblems(draft),
    ...publicClientProblems(draft),
  ];
}

function labelProblems({ label }: ClientDraft): ClientFieldInvalid[] {
  const fault = labelFault(label);
  return fault === undefined ? [] : [new ClientFieldInvalid('/label', `label ${fault}`)];
}

function scopeProblems({ allowedScopes }: ClientDraft): ClientFieldInvalid[] {
  return allowedScopes.flatMap((scope, index) =>
    isKnownScope(scope)
      ? []
      : [new ClientFieldInvalid(`/allowedScopes/${index}`, `There is no scope '${scope}'.`)],
  );
}

function uriProblems({ redirectUris, confidential }: ClientDraft): ClientFieldInvalid[] {
  return redirectUris.flatMap((uri, index) => {
    const fault = redirectUriFault(uri, confidential);
    if (fault === undefined) return [];
    return [new ClientFieldInvalid(`/redirectUris/${index}`, `The redirect URI '${uri}' ${fault}.`)];
  });
}

function userProblems({ user }: ClientDraft): ClientFieldInvalid[] {
  if (user === undefined || isUuid(user)) return [];
  return [new ClientFieldInvalid('/user', `user must be a UUID in lower case, got '${String(user)}'.`)];
}

/** Without a secret nobody can say «I am this client» for the client alone; PKCE takes its place (RFC 9700 §2.1.1). */
function publicClientProblems({ confidential, grants, requirePkce }: ClientDraft): ClientFieldInvalid[] {
  if (confidential) return [];
  const problems = [];
  if (grants.includes('client_credentials')) {
    problems.push(
      new ClientFieldInvalid('/grants', 'A public client cannot use the grant client_credentials.'),
    );
  }
  if (!requirePkce) problems.push(new ClientFieldInvalid('/requirePkce', 'A public client must use PKCE.'));
  return problems;
}

/** Ids and secrets keep to characters that mean the same raw and form-encoded, as HTTP Basic needs (RFC 6749 §2.3.1). */
export function presetProblems({ id, secret }: Preset): readonly ClientFieldInvalid[] {
  const problems = [];
  if (id !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
    problems.push(new ClientFieldInvalid('/id', 'A client id has 1 to 64 characters of A-Z a-z 0-9 _ -.'));
  }
  if (secret !== undefined && !isStrongSecret(secret)) {
    problems.push(new ClientFieldInvalid('/secret', 'A secret has 43 to 128 characters of A-Z a-z 0-9 _ -.'));
  }
  return problems;
}
