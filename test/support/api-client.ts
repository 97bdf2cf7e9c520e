export const JSON_API = 'application/vnd.api+json';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Identifier | Identifier[] | null }>>;
}

export interface EntityDocument {
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

/** What a request needs besides method and address. */
interface RequestOptions {
  readonly document?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is not the expected one. */
export class UnexpectedAnswer extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${status} ${text}`);
  }
}

/** A client of the service as others write one: it knows the base URL and a token, and speaks JSON:API. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string | undefined,
  ) {}

  /** With a token of the grant client_credentials. */
  static async withCredentials(baseUrl: string, credentials: Credentials): Promise<ApiClient> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
    const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body });
    if (!answer.ok) throw new UnexpectedAnswer(answer.status, await answer.text());
    const { access_token } = (await answer.json()) as { access_token: string };
    return new ApiClient(baseUrl, access_token);
  }

  /** @param address a path below the base URL, or a whole address as links hold it */
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

  /** @throws UnexpectedAnswer when it is not 200 */
  async collection(address: string): Promise<CollectionDocument> {
    return (await documentOf(await this.send('GET', address), 200)) as CollectionDocument;
  }

  /** All resources of a collection, page by page along `links.next`. */
  async *pages(address: string): AsyncGenerator<CollectionDocument> {
    for (let next: string | undefined = address; next !== undefined;) {
      const page: CollectionDocument = await this.collection(next);
      yield page;
      next = page.links.next?.href;
    }
  }

  /** @throws UnexpectedAnswer when it is not 201 */
  async create(type: string, resource: Omit<Resource, keyof Identifier>): Promise<Resource> {
    const document = { data: { type, ...resource } };
    const answer = await this.send('POST', `/api/${type.replace('--', '/')}`, { document });
    return ((await documentOf(answer, 201)) as EntityDocument).data;
  }

  /** @throws UnexpectedAnswer when it is not 200 */
  async update({ type, id }: Identifier, members: Partial<Resource>): Promise<Resource> {
    const document = { data: { type, id, ...members } };
    const answer = await this.send('PATCH', `/api/${type.replace('--', '/')}/${id}`, { document });
    return ((await documentOf(answer, 200)) as EntityDocument).data;
  }
}

async function documentOf(answer: Response, expected: number): Promise<unknown> {
  if (answer.status !== expected) throw new UnexpectedAnswer(answer.status, await answer.text());
  return answer.json();
}
