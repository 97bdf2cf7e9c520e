import request, { type Response } from 'supertest';
import { Accounts } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { type ApiClient, ClientRegistry, type NewClient } from '@content-service/oauth-clients';
import { AuthorizationEndpoint } from '@content-service/oauth-grants';
import { OPERATOR } from '@content-service/scopes';
import { startApp, type TestApp } from './app.js';
import { freePort } from './free-port.js';
import { OperatedClients } from './operated-clients.js';
import { locationOf, Visitor } from './visitor.js';

type Form = Readonly<Record<string, string | undefined>>;

/** What clients of an OAuth site have in common. */
export const SECRET = 's'.repeat(43);
export const CALLBACK = 'http://127.0.0.1:9/callback';
export const PASSWORD = 'correct horse battery staple';

/** The application as OAuth clients and their users meet it, under an address at which it really answers. */
export class OAuthSite {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly url: string,
  ) {}

  static async start(variables: Readonly<Record<string, string>> = {}): Promise<OAuthSite> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    return new OAuthSite(await startApp({ PORT: String(port), BASE_URL: url, ...variables }), url);
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  /** A client with the scopes `content:administer` and `member`, if nothing else is said, and `SECRET`. */
  async client(said: Partial<NewClient> = {}): Promise<ApiClient> {
    const id = `client-${++this.made}`;
    const usual = { label: id, allowedScopes: ['content:administer', 'member'], redirectUris: [CALLBACK] };
    const secret = said.confidential === false ? {} : { secret: SECRET };
    const { client } = await this.clients.register({ ...usual, ...said }, { id, ...secret });
    return client;
  }

  get clients(): OperatedClients {
    return new OperatedClients(this.app.nest.get(ClientRegistry));
  }

  /** A user who can sign in with `PASSWORD`, and grant everything if no other role is said. */
  async user(role = 'administrator'): Promise<{ readonly id: Uuid; readonly name: string }> {
    const said = { name: `user-${++this.made}`, password: PASSWORD, role };
    return this.app.nest.get(Accounts).create(said, OPERATOR);
  }

  /** Where a user ends up whom a client sends to the address, and who signs in and says yes. */
  async visit(address: URL, { name }: { readonly name: string }): Promise<URL> {
    const visitor = new Visitor(this.app.nest.getHttpServer());
    const loginPage = await visitor.follow(await visitor.get(address.href));
    const signedIn = await visitor.submit(loginPage, 'password', { name, password: PASSWORD });
    const consentPage = await visitor.follow(signedIn);
    const end = await visitor.submit(consentPage, 'decision', { decision: 'allow' });
    return new URL(locationOf(end));
  }

  /** The same without browser and pages, for a code in no time. */
  private async grant(parameters: URLSearchParams, { id }: { readonly id: Uuid }): Promise<URL> {
    const visitor = { userId: id, sessionHash: 'a session' };
    const endpoint = this.app.nest.get(AuthorizationEndpoint);
    const step = await endpoint.begin(parameters, visitor);
    if (step.kind !== 'needs consent') throw new Error(`There is no question: ${JSON.stringify(step)}`);
    const decided = await endpoint.decide(step.question.id, 'allow', visitor);
    if (decided.kind !== 'redirect') throw new Error(`There is no answer: ${JSON.stringify(decided)}`);
    return new URL(decided.location);
  }

  /** A code for the client, from a user of its own making if none is named. */
  async code(client: ApiClient, more: Form = {}, user?: { readonly id: Uuid }): Promise<string> {
    const asked = { response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, ...more };
    const back = await this.grant(new URLSearchParams(given(asked)), user ?? (await this.user()));
    return back.searchParams.get('code') ?? '';
  }

  /** Sends a form, with the credentials of a client of this site. */
  post(path: string, client: ApiClient, form: Form): Promise<Response> {
    const secret = client.confidential ? SECRET : undefined;
    return this.postForm(path, { client_id: client.id, client_secret: secret, ...form });
  }

  /** Sends a form as it is. */
  async postForm(
    path: string,
    form: Form,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return request(this.app.nest.getHttpServer()).post(path).set(headers).type('form').send(given(form));
  }

  /** A client's tokens for a user, as it gets them in exchange for a code. */
  async tokens(client: ApiClient, more: Form = {}): Promise<{ access_token: string; refresh_token: string }> {
    const exchange = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
    const { body } = await this.post('/oauth/token', client, {
      ...exchange,
      code: await this.code(client, more),
    });
    return body as { access_token: string; refresh_token: string };
  }

  /** What a program asks with such a token, and everybody may: the index of the content interface. */
  async statusWith(accessToken: string): Promise<number> {
    return (await this.app.api.withAuthorization(`Bearer ${accessToken}`).get('/api')).status;
  }
}

function given(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((member): member is [string, string] => member[1] !== undefined),
  );
}
