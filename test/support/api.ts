import type { Server } from 'node:http';
import request, { type Response, type Test } from 'supertest';
import { JSON_API } from './api-client.js';
import { Description, type OpenApiDocument } from './description.js';

type TestPrincipal = 'administrator' | 'reader' | 'anonymous';
type Method = 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete' | 'options';

/** Sends requests to the application under test as one of three principals and validates each response against `/openapi.json`. */
export class Api {
  private description: Promise<Description> | undefined;

  constructor(
    private readonly server: Server,
    private readonly secret: string,
  ) {}

  /** With a token that has `content:administer`. */
  asAdministrator(): Requests {
    return new Requests(this.server, this.checkResponse, () => this.requestToken('administrator'));
  }

  /** With a valid token that lacks `content:administer`. */
  asReader(): Requests {
    return new Requests(this.server, this.checkResponse, () => this.requestToken('reader'));
  }

  asAnonymous(): Requests {
    return new Requests(this.server, this.checkResponse, () => Promise.resolve(undefined));
  }

  /** Selects the principal by name, for tables of tests. */
  as(actor: TestPrincipal): Requests {
    return { administrator: this.asAdministrator(), reader: this.asReader(), anonymous: this.asAnonymous() }[
      actor
    ];
  }

  /** With the given `Authorization` header. */
  withAuthorization(value: string): Requests {
    return new Requests(this.server, this.checkResponse, () => Promise.resolve(value));
  }

  /** Validates a response against the published description of its operation. @throws Error with all mismatches */
  private readonly checkResponse: ResponseCheck = async (method, path, response) => {
    this.description ??= this.fetchDescription();
    const description = await this.description;
    const operation = description.findOperationId(method, path.replace(/[?].*|\/$/gs, ''));
    const faults = operation === undefined ? [] : description.findMismatches(operation, response);
    if (faults.length === 0) return;
    const request = `${method.toUpperCase()} ${path}`;
    throw new Error(
      `The response ${response.status} to ${request} does not match /openapi.json: ${faults.join(', ')}`,
    );
  };

  private async fetchDescription(): Promise<Description> {
    const { body } = await request(this.server).get('/openapi.json').expect(200);
    return new Description(body as OpenApiDocument);
  }

  /** Requests a new token each time, since a test that advances the clock lets earlier ones expire. */
  private async requestToken(client: string): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: this.secret };
    const { body } = await request(this.server).post('/oauth/token').type('form').send(form).expect(200);
    return `Bearer ${(body as { access_token: string }).access_token}`;
  }
}

interface RequestContent {
  /** Serialized as JSON:API. */
  readonly document?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type ResponseCheck = (method: Method, path: string, response: Response) => Promise<void>;

class Requests {
  constructor(
    private readonly server: Server,
    private readonly checkResponse: ResponseCheck,
    private readonly authorization: () => Promise<string | undefined>,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send('get', path, { headers });
  }

  post(path: string, document: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send('post', path, { document, headers });
  }

  patch(path: string, document: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send('patch', path, { document, headers });
  }

  delete(
    path: string,
    document?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.send('delete', path, { document, headers });
  }

  async send(
    method: Method,
    path: string,
    { document, body, headers = {} }: RequestContent = {},
  ): Promise<Response> {
    const authorization = await this.authorization();
    const test: Test = request(this.server)[method](path);
    if (document !== undefined) test.set('Content-Type', JSON_API).send(JSON.stringify(document));
    if (body !== undefined) test.set('Content-Type', JSON_API).serialize(identity).send(body);
    if (authorization !== undefined) test.set('Authorization', authorization);
    const response = await test.set(headers);
    await this.checkResponse(method, path, response);
    return response;
  }
}

/** Replaces the serializer of superagent, which would write a Buffer as JSON. */
const identity = (body: string): string => body;
