export const JSON_API = 'application/vnd.api+json';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Identifier | Identifier[] | null }>>;
}

export interface EntryDocument {
  readonly data: Resource;
}

export interface CollectionDocument {
  readonly data: readonly Resource[];
  readonly included?: readonly Resource[];
  readonly meta: { readonly count: number };
  readonly links: { readonly next?: { readonly href: string } };
}

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The document and additional headers of a request. */
interface RequestOptions {
  readonly document?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown for a response with another status than the expected one; the message holds status and body. */
export class UnexpectedResponse extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${status} ${text}`);
  }
}

/** A minimal JSON:API client with a base URL and an optional bearer token, using `fetch`. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string | undefined,
  ) {}

  /** Requests a token with the grant `client_credentials`. */
  static async withCredentials(baseUrl: string, credentials: Credentials): Promise<ApiClient> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
    const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body });
    if (!answer.ok) throw new UnexpectedResponse(answer.status, await answer.text());
    const { access_token } = (await answer.json()) as { access_token: string };
    return new ApiClient(baseUrl, access_token);
  }

  /** @param address a path below the base URL or an absolute URL, as in links */
  send(method: string, address: string, { document, headers = {} }: RequestOptions = {}): Promise<Response> {
    return fetch(new URL(address, `${this.baseUrl}/`), {
      method,
      headers: {
        Accept: JSON_API,
        ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(document === undefined ? {} : { 'Content-Type': JSON_API }),
        ...headers,
      },
      ...(document === undefined ? {} : { body: JSON.stringify(document) }),
    });
  }

  /** @throws UnexpectedResponse when the status is not 200 */
  async collection(address: string): Promise<CollectionDocument> {
    return (await parseDocument(await this.send('GET', address), 200)) as CollectionDocument;
  }

  /** The pages of a collection, following `links.next`. */
  async *pages(address: string): AsyncGenerator<CollectionDocument> {
    for (let next: string | undefined = address; next !== undefined;) {
      const page: CollectionDocument = await this.collection(next);
      yield page;
      next = page.links.next?.href;
    }
  }

  /** @throws UnexpectedResponse when the status is not 201 */
  async create(type: string, resource: Omit<Resource, keyof Identifier>): Promise<Resource> {
    const document = { data: { type, ...resource } };
    const answer = await this.send('POST', `/api/${type.replace('--', '/')}`, { document });
    return ((await parseDocument(answer, 201)) as EntryDocument).data;
  }

  /** @throws UnexpectedResponse when the status is not 200 */
  async update({ type, id }: Identifier, members: Partial<Resource>): Promise<Resource> {
    const document = { data: { type, id, ...members } };
    const answer = await this.send('PATCH', `/api/${type.replace('--', '/')}/${id}`, { document });
    return ((await parseDocument(answer, 200)) as EntryDocument).data;
  }
}

async function parseDocument(answer: Response, expected: number): Promise<unknown> {
  if (answer.status !== expected) throw new UnexpectedResponse(answer.status, await answer.text());
  return answer.json();
}
