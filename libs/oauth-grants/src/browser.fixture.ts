import { sha256 } from '@content-service/kernel';
import type { NewClient } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import type { AuthorizationStep, ConsentPrompt, ResourceOwner } from './authorization-endpoint.js';
import { AuthorizationServer } from './authorization-server.fixture.js';
import type { AuthorizationCode } from './grant.store.js';
import { toErrorBody } from './oauth.errors.js';

export const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
export const CALLBACK = 'https://news.example/callback';

const NEWS: NewClient = {
  label: 'News',
  allowedScopes: ['content:administer', 'member'],
  redirectUris: [CALLBACK, 'https://news.example/query?a=%20b', 'http://localhost:8080/'],
};

type Parameters = Readonly<Record<string, string | undefined>>;

/** A request that is good, but for the parameters given. */
export function buildQuery(parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  const good = { response_type: 'code', client_id: 'news', redirect_uri: CALLBACK };
  for (const [name, value] of Object.entries<string | undefined>({ ...good, ...parameters }))
    if (value !== undefined) query.set(name, value);
  return query;
}

/** An authorization server with clients of every kind, and the browser of Alice, who is signed in. */
export class Browser {
  static readonly resourceOwner: ResourceOwner = {
    userId: ALICE,
    sessionHash: 'session of Alice',
    authenticatedAt: 1_700_000_000,
    ipAddress: '192.0.2.1',
  };

  private constructor(readonly server: AuthorizationServer) {}

  static async open(): Promise<Browser> {
    const server = await AuthorizationServer.start();
    const { registry, users } = server;
    await registry.register(NEWS, OPERATOR_CONTEXT, { id: 'news' });
    await registry.register({ ...NEWS, allowedScopes: [] }, OPERATOR_CONTEXT, { id: 'no-scopes' });
    await registry.register({ ...NEWS, enabled: false }, OPERATOR_CONTEXT, { id: 'disabled' });
    await registry.register({ ...NEWS, grants: ['client_credentials'] }, OPERATOR_CONTEXT, {
      id: 'server-only',
    });
    await registry.register({ ...NEWS, requirePkce: true }, OPERATOR_CONTEXT, { id: 'careful' });
    await registry.register({ ...NEWS, rememberConsent: true }, OPERATOR_CONTEXT, { id: 'remembering' });
    await registry.register({ ...NEWS, confidential: false, rememberConsent: true }, OPERATOR_CONTEXT, {
      id: 'app',
    });
    users.scopesByUser.set(ALICE, ScopeSet.of('content:administer', 'member', 'menu:administer'));
    return new Browser(server);
  }

  begin(parameters: Parameters = {}, resourceOwner = Browser.resourceOwner): Promise<AuthorizationStep> {
    return this.server.authorizationEndpoint.authorize(buildQuery(parameters), resourceOwner);
  }

  beginSignedOut(parameters: Parameters = {}): Promise<AuthorizationStep> {
    return this.server.authorizationEndpoint.authorize(buildQuery(parameters), undefined);
  }

  decide(
    id: string,
    decision: 'allow' | 'deny',
    resourceOwner = Browser.resourceOwner,
  ): Promise<AuthorizationStep> {
    return this.server.authorizationEndpoint.decide(id, decision, resourceOwner);
  }

  /** The stored code of a redirect. */
  getIssuedCode(step: AuthorizationStep): AuthorizationCode {
    const { code } = getRedirectParameters(step).with as { code?: string };
    const stored = this.server.codes.stored.get(sha256(code ?? ''));
    if (stored === undefined) throw new Error(`There is no code: ${JSON.stringify(step)}`);
    return stored;
  }

  /** Begins, and answers the question at once. */
  async authorizeAndDecide(
    parameters: Parameters = {},
    decision: 'allow' | 'deny' = 'allow',
  ): Promise<AuthorizationStep> {
    return this.decide(getPrompt(await this.begin(parameters)).id, decision);
  }
}

export function getPrompt(step: AuthorizationStep): ConsentPrompt {
  if (step.kind === 'consent_required') return step.prompt;
  throw new Error(`There is no question: ${JSON.stringify(step)}`);
}

/** Where a redirect leads: the address before its query, and the members of the query. */
export function getRedirectParameters(step: AuthorizationStep): {
  readonly to: string;
  readonly with: object;
} {
  if (step.kind !== 'redirect') throw new Error(`There is no redirect: ${JSON.stringify(step)}`);
  const [to = '', query] = step.location.split('?');
  return { to, with: Object.fromEntries(new URLSearchParams(query)) };
}

export function getPageError(step: AuthorizationStep): object {
  if (step.kind !== 'refused_on_page') throw new Error(`It was not refused: ${JSON.stringify(step)}`);
  return { status: step.error.status, ...toErrorBody(step.error) };
}
