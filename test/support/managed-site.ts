import type { Response } from 'supertest';
import type { Uuid } from '@content-service/kernel';
import { AccessTokens } from '@content-service/oauth-grants';
import { ScopeSet, SCOPES } from '@content-service/scopes';
import { type OpenApiDocument, Description } from './description.js';
import { OAuthSite, PASSWORD } from './oauth-site.js';
import { setCookiesOf, Visitor } from './visitor.js';

type Headers = Readonly<Record<string, string>>;

export const ALL_SCOPES: readonly string[] = SCOPES.map(({ name }) => name);
export const SITE_SETTINGS = 'site_settings:administer';

/** The application as those meet it who manage it. */
export class ManagedSite {
  private readonly managers = new Map<string, Promise<Manager>>();

  private constructor(readonly oauth: OAuthSite) {}

  static async start(variables: Headers = {}): Promise<ManagedSite> {
    return new ManagedSite(await OAuthSite.start(variables));
  }

  get app(): OAuthSite['app'] {
    return this.oauth.app;
  }

  stop(): Promise<void> {
    return this.oauth.stop();
  }

  /** Somebody with every scope. */
  administrator(): Promise<Manager> {
    return this.holderOf(...ALL_SCOPES);
  }

  /** A client with a token that has exactly these scopes. */
  holderOf(...scopes: readonly string[]): Promise<Manager> {
    const key = scopes.join(' ');
    const manager = this.managers.get(key) ?? this.newHolder(scopes);
    this.managers.set(key, manager);
    return manager;
  }

  /** Somebody with every scope but these. */
  holderOfAllBut(...scopes: readonly string[]): Promise<Manager> {
    return this.holderOf(...ALL_SCOPES.filter((name) => !scopes.includes(name)));
  }

  nobody(): Manager {
    return new Manager((method, path, sent) => this.app.api.asAnonymous().send(method, path, sent));
  }

  /** A browser in which a new user has signed in. */
  async signedIn(role?: string): Promise<SignedIn> {
    const user = await this.oauth.user(role);
    const visitor = new Visitor(this.app.nest.getHttpServer());
    const answer = await visitor.signIn(user.name, PASSWORD);
    return { ...user, cookie: (setCookiesOf(answer)[0] ?? '').split(';')[0] ?? '' };
  }

  /** The published interface description as it is now. */
  async description(): Promise<Description> {
    const { body } = await this.nobody().get('/openapi.json');
    return new Description(body as OpenApiDocument);
  }

  private async newHolder(scopes: readonly string[]): Promise<Manager> {
    const { id } = await this.oauth.client({ allowedScopes: scopes });
    const grant = { subject: id, clientId: id, scopes: ScopeSet.of(...scopes) };
    const { token } = await this.app.nest.get(AccessTokens).issue(grant);
    const requests = this.app.api.withAuthorization(`Bearer ${token}`);
    return new Manager((method, path, sent) => requests.send(method, path, sent), id);
  }
}

export interface SignedIn {
  readonly id: Uuid;
  readonly name: string;
  readonly cookie: string;
}

type Method = 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete' | 'options';
type Send = (
  method: Method,
  path: string,
  sent: { readonly body?: string; readonly headers: Headers },
) => Promise<Response>;

/** Sends plain JSON. */
export class Manager {
  /** @param id of the client whose token it is */
  constructor(
    private readonly sendIt: Send,
    readonly id = '',
  ) {}

  get(path: string, headers: Headers = {}): Promise<Response> {
    return this.sendIt('get', path, { headers });
  }

  post(path: string, value?: unknown, headers: Headers = {}): Promise<Response> {
    return this.send('post', path, value, headers);
  }

  patch(path: string, value: unknown, headers: Headers = {}): Promise<Response> {
    return this.send('patch', path, value, headers);
  }

  delete(path: string, headers: Headers = {}): Promise<Response> {
    return this.sendIt('delete', path, { headers });
  }

  /** @param value sent as JSON; a text as it is */
  send(method: Method, path: string, value?: unknown, headers: Headers = {}): Promise<Response> {
    if (value === undefined) return this.sendIt(method, path, { headers });
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return this.sendIt(method, path, { body, headers: { 'Content-Type': 'application/json', ...headers } });
  }
}
