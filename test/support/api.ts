import type { Server } from 'node:http';
import request, { type Response, type Test } from 'supertest';
import { JSON_API } from './api-client.js';
import { Description, type OpenApiDocument } from './description.js';

type Who = 'administrator' | 'reader' | 'anonymous';
type Method = 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete' | 'options';

/** Requests to the application under test, by whom they are sent. */
export class Api {
  private description: Promise<Description> | undefined;

  constructor(
    private readonly server: Server,
    private readonly secret: string,
  ) {}

  /** With a token that has `content:administer`. */
  asAdministrator(): Requests {
    return new Requests(this.server, this.examine, () => this.tokenOf('administrator'));
  }

  /** With a valid token that lacks `content:administer`. */
  asReader(): Requests {
    return new Requests(this.server, this.examine, () => this.tokenOf('reader'));
  }

  asAnonymous(): Requests {
    return new Requests(this.server, this.examine, () => Promise.resolve(undefined));
  }

  /** By name, for tables of tests. */
  as(who: Who): Requests {
    return { administrator: this.asAdministrator(), reader: this.asReader(), anonymous: this.asAnonymous() }[
      who
    ];
  }

  /** With whatever header, or none. */
  withAuthorization(value: string): Requests {
    return new Requests(this.server, this.examine, () => Promise.resolve(value));
  }

  /** Holds an answer against the published description of what was asked. */
  private readonly examine: Examination = async (method, path, response) => {
    this.description ??= this.published();
    const description = await this.description;
    const operation = description.operationFor(method, path.replace(/[?].*|\/$/gs, ''));
    const faults = operation === undefined ? [] : description.faultsOf(operation, response);
    if (faults.length === 0) return;
    const asked = `${method.toUpperCase()} ${path}`;
    throw new Error(
      `The answer ${response.status} to ${asked} is not as /openapi.json says: ${faults.join(', ')}`,
    );
  };

  private async published(): Promise<Description> {
    const { body } = await request(this.server).get('/openapi.json').expect(200);
    return new Description(body as OpenApiDocument);
  }

  /** A new one each time: a test that turns the clock makes old ones expire. */
  private async tokenOf(client: string): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: this.secret };
    const { body } = await request(this.server).post('/oauth/token').type('form').send(form).expect(200);
    return `Bearer ${(body as { access_token: string }).access_token}`;
  }
}

interface Sent {
  /** Sent as JSON:API. */
  readonly document?: unknown;
  /** Sent as it is. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

type Examination = (method: Method, path: string, response: Response) => Promise<void>;

class Requests {
  constructor(
    private readonly server: Server,
    private readonly examine: Examination,
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

  async send(method: Method, path: string, { document, body, headers = {} }: Sent = {}): Promise<Response> {
    const authorization = await this.authorization();
    const test: Test = request(this.server)[method](path);
    if (document !== undefined) test.set('Content-Type', JSON_API).send(JSON.stringify(document));
    if (body !== undefined) test.set('Content-Type', JSON_API).serialize(asItIs).send(body);
    if (authorization !== undefined) test.set('Authorization', authorization);
    const response = await test.set(headers);
    await this.examine(method, path, response);
    return response;
  }
}

/** Superagent would write a Buffer as JSON. */
const asItIs = (body: string): string => body;
