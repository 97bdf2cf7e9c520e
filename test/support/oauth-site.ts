import request, { type Response } from 'supertest';
import { AccountAdministrationService, AccountService, SessionService } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { type ApiClient, ClientRegistry, type NewClient } from '@content-service/oauth-clients';
import { AuthorizationEndpoint } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { type ChangeConfig, startApp, type TestApp } from './app.js';
import { freePort } from './free-port.js';
import { OperatedClients } from './operated-clients.js';
import { BrowserSession, getLocation } from './browser-session.js';

type Form = Readonly<Record<string, string | undefined>>;

/** Secret and redirect URI of all clients, and password of all users. */
export const SECRET = 's'.repeat(43);
export const CALLBACK = 'http://127.0.0.1:9/callback';
export const PASSWORD = 'correct horse battery staple';

/** The application under test with OAuth clients and users; BASE_URL is the address at which it listens. */
export class OAuthSite {
  private created = 0;

  private constructor(
    readonly app: TestApp,
    readonly url: string,
  ) {}

  static async start(
    variables: Readonly<Record<string, string>> = {},
    changeConfig?: ChangeConfig,
  ): Promise<OAuthSite> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = { PORT: String(port), BASE_URL: url, ...variables };
    return new OAuthSite(await startApp(environment, changeConfig), url);
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** Registers a client with `SECRET`; by default with the scopes `content:administer` and `member`. */
  async client(changes: Partial<NewClient> = {}): Promise<ApiClient> {
    const id = `client-${++this.created}`;
    const defaults = { label: id, allowedScopes: ['content:administer', 'member'], redirectUris: [CALLBACK] };
    const secret = changes.confidential === false ? {} : { secret: SECRET };
    const { client } = await this.clients.register({ ...defaults, ...changes }, { id, ...secret });
    return client;
  }

  get clients(): OperatedClients {
    return new OperatedClients(this.app.nest.get(ClientRegistry));
  }

  /** Creates a user with `PASSWORD`. */
  async user(role = 'administrator'): Promise<{ readonly id: Uuid; readonly name: string }> {
    const changes = { name: `user-${++this.created}`, password: PASSWORD, role };
    return this.app.nest.get(AccountAdministrationService).create(changes, OPERATOR_CONTEXT);
  }

  /** Opens an authorization URL, signs in and consents. @returns the redirect to the client */
  async authorizeInBrowser(address: URL, { name }: { readonly name: string }): Promise<URL> {
    const resourceOwner = new BrowserSession(this.app.nest.getHttpServer());
    const loginPage = await resourceOwner.follow(await resourceOwner.get(address.href));
    const signedIn = await resourceOwner.submit(loginPage, 'password', { name, password: PASSWORD });
    const consentPage = await resourceOwner.follow(signedIn);
    const end = await resourceOwner.submit(consentPage, 'decision', { decision: 'allow' });
    return new URL(getLocation(end));
  }

  /** Authorizes in a session of the user, without browser pages. @returns the redirect to the client */
  private async authorize(parameters: URLSearchParams, { id }: { readonly id: Uuid }): Promise<URL> {
    const user = await this.app.nest.get(AccountService).get(id);
    const { session } = await this.app.nest.get(SessionService).start(user);
    const { idHash: sessionHash, authenticatedAt } = session;
    const resourceOwner = { userId: id, sessionHash, authenticatedAt };
    const endpoint = this.app.nest.get(AuthorizationEndpoint);
    const step = await endpoint.authorize(parameters, resourceOwner);
    if (step.kind !== 'consent_required')
      throw new Error(`Expected a consent prompt, got ${JSON.stringify(step)}`);
    const decided = await endpoint.decide(step.prompt.id, 'allow', resourceOwner);
    if (decided.kind !== 'redirect') throw new Error(`Expected a redirect, got ${JSON.stringify(decided)}`);
    return new URL(decided.location);
  }

  /** An authorization code for the client; of a new user by default. */
  async code(client: ApiClient, more: Form = {}, user?: { readonly id: Uuid }): Promise<string> {
    const parameters = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, ...more };
    const back = await this.authorize(
      new URLSearchParams(definedMembers(parameters)),
      user ?? (await this.user()),
    );
    return back.searchParams.get('code') ?? '';
  }

  /** Posts a form with the credentials of a client. */
  post(path: string, client: ApiClient, form: Form): Promise<Response> {
    const secret = client.confidential ? SECRET : undefined;
    return this.postForm(path, { client_id: client.id, client_secret: secret, ...form });
  }

  /** Posts a form; members without a value are left out. */
  async postForm(
    path: string,
    form: Form,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return request(this.app.nest.getHttpServer())
      .post(path)
      .set(headers)
      .type('form')
      .send(definedMembers(form));
  }

  /** Tokens for a new user, obtained with the grant authorization_code. */
  async tokens(client: ApiClient, more: Form = {}): Promise<{ access_token: string; refresh_token: string }> {
    const defaults = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    const { body } = await this.post('/oauth/token', client, {
      ...defaults,
      code: await this.code(client, more),
    });
    return body as { access_token: string; refresh_token: string };
  }

  /** The status of `GET /api` with a token: 200 for every valid one. */
  async getStatus(accessToken: string): Promise<number> {
    return (await this.app.api.withAuthorization(`Bearer ${accessToken}`).get('/api')).status;
  }
}

function definedMembers(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((member): member is [string, string] => member[1] !== undefined),
  );
}
