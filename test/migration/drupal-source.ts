import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FILES, PICTURE } from './drupal-files.js';

/** A resource object of the source, and who may read it. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

export interface SourceRequest {
  readonly method: string;
  /** With the query, decoded. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SourceAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON of an object, or a text, bytes or a stream as they are. */
  readonly body?: unknown;
}

const PAGE_MAXIMUM = 50;

/** A site that answers like the JSON:API of Drupal: collections with pages of 50, and links with absolute addresses. */
export class DrupalSource {
  readonly requests: SourceRequest[] = [];
  /** Answers instead of the site; `undefined` leaves it to the site, `never` answers nothing. */
  override: (request: SourceRequest) => SourceAnswer | 'never' | undefined = () => undefined;
  /** Files by their paths, decoded. */
  readonly files = new Map<string, Buffer>([[`${FILES}/sea.jpg`, PICTURE]]);
  /** Links of the start document besides the collections. */
  links: Readonly<Record<string, unknown>> = {};
  /** Ids that the credentials do not allow to read. */
  readonly hidden = new Set<string>();

  private constructor(
    private readonly server: Server,
    /** In the order of collections. */
    public resources: readonly Resource[],
  ) {}

  static async start(resources: readonly Resource[] = []): Promise<DrupalSource> {
    const server = createServer();
    const source = new DrupalSource(server, resources);
    server.on('request', (request, response) => void source.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Requests whose path begins so. */
  requestsOf(path: string): readonly SourceRequest[] {
    return this.requests.filter((request) => request.path.startsWith(path));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = message;
    const request = {
      ...{ method, path: decodeURIComponent(url), authorization: message.headers.authorization },
      headers: message.headers,
      body: await text(message),
    };
    this.requests.push(request);
    const answer =
      this.override(request) ?? this.getFile(request) ?? this.getDocument(new URL(url, this.url));
    if (answer === 'never') return;
    const { status = 200, headers = {}, body = '' } = answer;
    response.writeHead(status, { 'Content-Type': 'application/vnd.api+json', ...headers });
    if (body instanceof Readable) {
      body.pipe(response);
      response.on('close', () => body.destroy());
      return;
    }
    // Numbers that JavaScript cannot hold are written as `##1379505554728411138##`.
    const json =
      typeof body === 'string' || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body).replaceAll(/"##|##"/g, '');
    response.end(json);
  }

  private getFile({ path }: SourceRequest): SourceAnswer | undefined {
    const body = this.files.get(path);
    return body && { headers: { 'Content-Type': 'application/octet-stream' }, body };
  }

  private getDocument(url: URL): SourceAnswer {
    if (url.pathname === '/jsonapi') return { body: this.getStartDocument() };
    const type = url.pathname.replace('/jsonapi/', '').replace('/', '--');
    const all = this.resources.filter((resource) => resource.type === type);
    if (all.length === 0) return { status: 404, body: { errors: [{ status: '404', title: 'Not Found' }] } };
    const limit = Math.min(PAGE_MAXIMUM, Number(url.searchParams.get('page[limit]') ?? PAGE_MAXIMUM));
    const offset = Number(url.searchParams.get('page[offset]') ?? 0);
    return { body: this.getPage(url, all, offset, limit) };
  }

  private getStartDocument(): object {
    const types = new Set(this.resources.map(({ type }) => type));
    const links = [...types].map((type) => [
      type,
      { href: `${this.url}/jsonapi/${type.replace('--', '/')}` },
    ]);
    return {
      ...{ jsonapi: { version: '1.1' }, data: [], meta: { links: { me: { href: `${this.url}/me` } } } },
      links: { self: { href: `${this.url}/jsonapi` }, ...Object.fromEntries(links), ...this.links },
    };
  }

  private getPage(url: URL, all: readonly Resource[], offset: number, limit: number): object {
    const page = all.slice(offset, offset + limit);
    const next = new URL(url);
    next.searchParams.set('page[offset]', String(offset + limit));
    const hidden = page.filter(({ id }) => this.hidden.has(id));
    const omitted = hidden.map(({ type, id }, n) => [
      `item--${n}`,
      { href: `${this.url}/jsonapi/${type.replace('--', '/')}/${id}`, meta: { rel: 'item' } },
    ]);
    const help = { href: 'https://www.drupal.org/docs/8/modules/json-api/filtering#filters-access-control' };
    return {
      jsonapi: { version: '1.1' },
      data: page.filter(({ id }) => !this.hidden.has(id)),
      ...(hidden.length === 0
        ? {}
        : { meta: { omitted: { links: { help, ...Object.fromEntries(omitted) } } } }),
      links: {
        self: { href: url.href },
        ...(offset + limit < all.length ? { next: { href: next.href } } : {}),
      },
    };
  }
}
