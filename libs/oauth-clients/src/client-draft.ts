import {
  findMemberProblems,
  getDefaults,
  GRACE_SECONDS_RULE,
  isUuid,
  LABEL_RULE,
  type MemberRules,
  validateLabel,
  type Uuid,
} from '@content-service/kernel';
import { formatUnknownScope, isKnownScope } from '@content-service/scopes';
import { isStrongSecret } from './client-secret.js';
import { ClientFieldInvalid } from './client.errors.js';
import { type ApiClient, GRANT_TYPES, type GrantType } from './client.js';
import { validateRedirectUri } from './redirect-uri.js';

/** What can be changed later. A client cannot become public or confidential: its secret would change meaning. */
export const CHANGED_CLIENT_MEMBERS = {
  label: {
    type: 'string',
    ...LABEL_RULE,
    required: true,
    description: 'Shown to administrators and on the consent page.',
    examples: ['Website'],
  },
  /** Compared with the vocabulary of scopes. */
  allowedScopes: { type: 'array', items: { type: 'string' }, default: [] },
  redirectUris: {
    type: 'array',
    items: { type: 'string', examples: ['https://www.example.com/callback'] },
    default: [],
  },
  /** A new client that names no grants has those of its kind. */
  grants: { type: 'array', items: { type: 'string', enum: GRANT_TYPES }, uniqueItems: true },
  enabled: { type: 'boolean', default: true },
  user: { type: 'string', format: 'uuid', nullable: true },
  rememberConsent: {
    type: 'boolean',
    default: false,
    description: 'Whether consent is requested only once per user; a new redirect URI asks again.',
  },
  /** True for a new public client, where it says nothing. */
  requirePkce: { type: 'boolean' },
} as const satisfies MemberRules;

export const NEW_CLIENT_MEMBERS = {
  ...CHANGED_CLIENT_MEMBERS,
  confidential: {
    type: 'boolean',
    default: true,
    description: 'Whether the client can keep a secret (RFC 6749 §2.1).',
  },
} as const satisfies MemberRules;

/** The members of the body that rotates the secret. */
export const CLIENT_ROTATION_MEMBERS = {
  graceSeconds: { ...GRACE_SECONDS_RULE, default: 0 },
} as const satisfies MemberRules;

/** The members of a client that administrators set. */
export interface ClientDraft {
  readonly label: string;
  readonly allowedScopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly grants: readonly GrantType[];
  readonly confidential: boolean;
  readonly enabled: boolean;
  /** The owner of the entries that the client creates for itself. */
  readonly user?: Uuid;
  readonly rememberConsent: boolean;
  readonly requirePkce: boolean;
}

/** The members of a new client; optional ones have defaults. */
export type NewClient = Pick<ClientDraft, 'label' | 'allowedScopes'> &
  ClientChange &
  Partial<Pick<ClientDraft, 'confidential'>>;

/** What can be changed later. A client cannot become public or confidential: its secret would change meaning. */
export interface ClientChange extends Partial<Omit<ClientDraft, 'confidential' | 'user'>> {
  /** `null` removes the user. */
  readonly user?: Uuid | null;
}

/** An id and a secret that automation has chosen before the registration. */
export interface PresetCredentials {
  readonly id?: string;
  readonly secret?: string;
}

/** The draft of a new client; without `grants` it may use all of its kind (the specification has no choice). */
export function createDraft(draft: NewClient): ClientDraft {
  const confidential = draft.confidential ?? NEW_CLIENT_MEMBERS.confidential.default;
  return mergeDraft(draft, {
    ...getDefaults(NEW_CLIENT_MEMBERS),
    label: draft.label,
    grants: GRANT_TYPES.filter((grant) => confidential || grant !== 'client_credentials'),
    confidential,
    requirePkce: !confidential,
  });
}

/** The draft of an existing client after a change. */
export function applyClientChange(client: ApiClient, changes: ClientChange): ClientDraft {
  return mergeDraft(changes, { ...client, allowedScopes: client.allowedScopes.toArray() });
}

function mergeDraft(changes: ClientChange, otherwise: ClientDraft): ClientDraft {
  return {
    label: changes.label ?? otherwise.label,
    allowedScopes: changes.allowedScopes ?? otherwise.allowedScopes,
    redirectUris: changes.redirectUris ?? otherwise.redirectUris,
    grants: changes.grants ?? otherwise.grants,
    confidential: otherwise.confidential,
    enabled: changes.enabled ?? otherwise.enabled,
    user: changes.user === undefined ? otherwise.user : (changes.user ?? undefined),
    rememberConsent: changes.rememberConsent ?? otherwise.rememberConsent,
    requirePkce: changes.requirePkce ?? otherwise.requirePkce,
  };
}

/** @throws ClientFieldInvalid */
export function assertGraceSeconds(graceSeconds: number): void {
  const rule = CLIENT_ROTATION_MEMBERS.graceSeconds;
  for (const problem of findMemberProblems('graceSeconds', rule, graceSeconds))
    throw new ClientFieldInvalid(problem.pointer, problem.message, problem.rule);
}

/** All problems of the draft, each with a pointer. */
export function validateDraft(draft: ClientDraft): readonly ClientFieldInvalid[] {
  return [
    ...validateLabelMember(draft),
    ...validateScopes(draft),
    ...validateRedirectUris(draft),
    ...validateUser(draft),
    ...validatePublicClient(draft),
  ];
}

function validateLabelMember({ label }: ClientDraft): ClientFieldInvalid[] {
  const fault = validateLabel(label);
  return fault === undefined ? [] : [new ClientFieldInvalid('/label', `label ${fault}`, LABEL_RULE)];
}

function validateScopes({ allowedScopes }: ClientDraft): ClientFieldInvalid[] {
  return allowedScopes.flatMap((scope, index) =>
    isKnownScope(scope)
      ? []
      : [
          new ClientFieldInvalid(`/allowedScopes/${index}`, formatUnknownScope(scope), {
            format: 'scope',
          }),
        ],
  );
}

function validateRedirectUris({ redirectUris, confidential }: ClientDraft): ClientFieldInvalid[] {
  return redirectUris.flatMap((uri, index) => {
    const fault = validateRedirectUri(uri, confidential);
    if (fault === undefined) return [];
    return [
      new ClientFieldInvalid(`/redirectUris/${index}`, `The redirect URI '${uri}' ${fault}.`, {
        format: 'redirect-uri',
      }),
    ];
  });
}

function validateUser({ user }: ClientDraft): ClientFieldInvalid[] {
  if (user === undefined || isUuid(user)) return [];
  return [
    new ClientFieldInvalid('/user', `user must be a UUID in lower case, got '${String(user)}'.`, {
      format: 'uuid',
    }),
  ];
}

/** A public client cannot authenticate: it may not use client_credentials and must use PKCE (RFC 9700 §2.1.1). */
function validatePublicClient({ confidential, grants, requirePkce }: ClientDraft): ClientFieldInvalid[] {
  if (confidential) return [];
  const problems = [];
  if (grants.includes('client_credentials')) {
    problems.push(
      new ClientFieldInvalid('/grants', 'A public client cannot use the grant client_credentials.', {
        not: { enum: ['client_credentials'] },
      }),
    );
  }
  if (!requirePkce)
    problems.push(new ClientFieldInvalid('/requirePkce', 'A public client must use PKCE.', { const: true }));
  return problems;
}

/** Ids and secrets keep to characters that mean the same raw and form-encoded, as HTTP Basic needs (RFC 6749 §2.3.1). */
export function validatePreset({ id, secret }: PresetCredentials): readonly ClientFieldInvalid[] {
  const problems = [];
  if (id !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
    problems.push(new ClientFieldInvalid('/id', 'A client id has 1 to 64 characters of A-Z a-z 0-9 _ -.'));
  }
  if (secret !== undefined && !isStrongSecret(secret)) {
    problems.push(new ClientFieldInvalid('/secret', 'A secret has 43 to 128 characters of A-Z a-z 0-9 _ -.'));
  }
  return problems;
}
