import type { Response } from 'supertest';
import { type ConsumerLifecycle, SchedulerLifecycle, WEBHOOK_LIFECYCLE } from '@content-service/app';
import { EventSequencer } from '@content-service/events';
import type { Uuid } from '@content-service/kernel';
import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet, SCOPES } from '@content-service/scopes';
import type { ChangeConfig } from './app.js';
import { type OpenApiDocument, Description } from './description.js';
import { eventually } from './eventually.js';
import { OAuthSite, PASSWORD } from './oauth-site.js';
import { BrowserSession, getSetCookies } from './browser-session.js';

type Headers = Readonly<Record<string, string>>;

export const ALL_SCOPES: readonly string[] = SCOPES.map(({ name }) => name);
export const SITE_SETTINGS = 'site_settings:administer';

/** The application under test with clients of the management API. */
export class ManagedSite {
  private readonly clients = new Map<string, Promise<ManagementClient>>();

  private constructor(readonly oauth: OAuthSite) {}

  static async start(variables: Headers = {}, changeConfig?: ChangeConfig): Promise<ManagedSite> {
    return new ManagedSite(await OAuthSite.start(variables, changeConfig));
  }

  get app(): OAuthSite['app'] {
    return this.oauth.app;
  }

  stop(): Promise<void> {
    return this.oauth.stop();
  }

  /** Ends the work on events and schedules in the background, so that its statements are not counted as those of requests. */
  async stopEventProcessing(): Promise<void> {
    await this.app.nest.get(SchedulerLifecycle).onModuleDestroy();
    await this.app.nest.get<ConsumerLifecycle>(WEBHOOK_LIFECYCLE).onModuleDestroy();
    await this.app.nest.get(EventSequencer).stop();
  }

  /** A client with all scopes. */
  administrator(): Promise<ManagementClient> {
    return this.withScopes(...ALL_SCOPES);
  }

  /** A client whose token has exactly these scopes; one client for each set. */
  withScopes(...scopes: readonly string[]): Promise<ManagementClient> {
    const key = scopes.join(' ');
    const manager = this.clients.get(key) ?? this.createClient(scopes);
    this.clients.set(key, manager);
    return manager;
  }

  /** A client with all scopes except these. */
  withAllScopesExcept(...scopes: readonly string[]): Promise<ManagementClient> {
    return this.withScopes(...ALL_SCOPES.filter((name) => !scopes.includes(name)));
  }

  anonymous(): ManagementClient {
    return new ManagementClient((method, path, sent) => this.app.api.asAnonymous().send(method, path, sent));
  }

  /** Creates a user, signs in and returns the session cookie. */
  async signIn(role?: string): Promise<SignedInUser> {
    const user = await this.oauth.user(role);
    const resourceOwner = new BrowserSession(this.app.nest.getHttpServer());
    const answer = await resourceOwner.signIn(user.name, PASSWORD);
    return { ...user, cookie: (getSetCookies(answer)[0] ?? '').split(';')[0] ?? '' };
  }

  /** The current OpenAPI description. */
  async description(): Promise<Description> {
    const { body } = await this.anonymous().get('/openapi.json');
    return new Description(body as OpenApiDocument);
  }

  /** A token of a client for itself, with these scopes. */
  async issueToken(clientId: string, scopes = ALL_SCOPES): Promise<string> {
    const grant = { subject: clientId, clientId, scopes: ScopeSet.of(...scopes) };
    return (await this.app.nest.get(AccessTokenService).issue(grant)).token;
  }

  /** A new client whose token has these scopes: tokens end when the clock is turned. */
  async createClient(scopes = ALL_SCOPES): Promise<ManagementClient> {
    const { id } = await this.oauth.client({ allowedScopes: scopes });
    const token = await this.issueToken(id, scopes);
    const requests = this.app.api.withAuthorization(`Bearer ${token}`);
    return new ManagementClient((method, path, sent) => requests.send(method, path, sent), id);
  }
}

export interface SignedInUser {
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

/** Members of `/manage/jobs/{id}` that tests read. */
export interface JobResource {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly error: unknown;
}

/** Sends plain JSON to the management API. */
export class ManagementClient {
  /** @param id client id of the token; empty without a token */
  constructor(
    private readonly sendRequest: Send,
    readonly id = '',
  ) {}

  get(path: string, headers: Headers = {}): Promise<Response> {
    return this.sendRequest('get', path, { headers });
  }

  post(path: string, value?: unknown, headers: Headers = {}): Promise<Response> {
    return this.send('post', path, value, headers);
  }

  patch(path: string, value: unknown, headers: Headers = {}): Promise<Response> {
    return this.send('patch', path, value, headers);
  }

  delete(path: string, headers: Headers = {}): Promise<Response> {
    return this.sendRequest('delete', path, { headers });
  }

  /** @param value serialized as JSON; strings are sent unchanged */
  send(method: Method, path: string, value?: unknown, headers: Headers = {}): Promise<Response> {
    if (value === undefined) return this.sendRequest(method, path, { headers });
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return this.sendRequest(method, path, {
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  }

  /** Waits for the end of the job of an answer, whatever its outcome. @returns the job then */
  async waitForJobEnd({ body }: Response): Promise<JobResource> {
    const path = `/manage/jobs/${(body as JobResource).id}`;
    const read = async (): Promise<JobResource> => (await this.get(path)).body as JobResource;
    await eventually(async () => !['queued', 'running'].includes((await read()).state));
    return read();
  }
}
