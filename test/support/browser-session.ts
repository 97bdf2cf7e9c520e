import request, { type Response, type Test } from 'supertest';

type Headers = Readonly<Record<string, string>>;
type Server = Parameters<typeof request>[0];

/** Request headers of a navigation. */
const PAGE: Headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Sec-Fetch-Site': 'none' };
/** Request headers of a form of the service itself, whose pages send `Referrer-Policy: no-referrer`. */
const OWN_FORM: Headers = { ...PAGE, 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };

/**
 * A browser session step by step: follows no redirect and stores cookies itself, since cookies with `Secure` are not
 * sent to a test server over http.
 */
export class BrowserSession {
  /** @param cookies of the browser; those of several services of one host are in one */
  constructor(
    private readonly server: Server,
    readonly cookies = new Map<string, string>(),
  ) {}

  /** The value of the session cookie, whose name ends with a hash of the base URL. */
  get session(): string | undefined {
    return [...this.cookies].find(([name]) => /^(__Host-)?session-/.test(name))?.[1];
  }

  get(address: string, headers: Headers = {}): Promise<Response> {
    return this.send(request(this.server).get(toPath(address)), { ...PAGE, ...headers });
  }

  /** Opens the `Location` of a response. */
  follow(answer: Response): Promise<Response> {
    return this.get(getLocation(answer));
  }

  /**
   * Submits the form of a page that has a field or button of this name, with its hidden fields.
   *
   * @param values additional or changed fields
   */
  submit(page: Response, name: string, values: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { action, fields } = getForm(page, name);
    return this.post(action, { ...fields, ...values });
  }

  post(path: string, form: Readonly<Record<string, string>>, headers: Headers = {}): Promise<Response> {
    return this.send(request(this.server).post(toPath(path)).type('form').send(form), {
      ...OWN_FORM,
      ...headers,
    });
  }

  /** Signs in with the login form. @returns the response to the form */
  async signIn(name: string, password: string, destination?: string): Promise<Response> {
    const query = destination === undefined ? '' : `?destination=${encodeURIComponent(destination)}`;
    return this.submit(await this.get(`/user/login${query}`), 'password', { name, password });
  }

  /** @param headers empty values are not sent */
  private async send(test: Test, headers: Headers): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const [name, value] of Object.entries({ ...headers, Cookie: cookie }))
      if (value !== '') test.set(name, value);
    const answer = await test.redirects(0);
    for (const line of getSetCookies(answer)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export function getSetCookies({ headers }: Response): readonly string[] {
  const lines: unknown = headers['set-cookie'];
  return Array.isArray(lines) ? lines.map(String) : [];
}

export function getLocation({ status, headers, text }: Response): string {
  const location: unknown = headers['location'];
  if (typeof location !== 'string') throw new Error(`The response ${status} has no Location: ${text}`);
  return location;
}

/** The query parameters of a redirect to a client. */
export function getRedirectParameters(answer: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(getLocation(answer)).searchParams);
}

/** The visible text of `<main>`, with single blanks. */
export function getText({ text }: Response): string {
  const body = text.slice(text.indexOf('<main>'), text.indexOf('</main>'));
  return decodeEntities(body.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Action and hidden fields of the form that has a field or button of this name. @throws Error without such a form */
export function getForm(
  { text }: Response,
  name: string,
): { readonly action: string; readonly fields: Readonly<Record<string, string>> } {
  const form = text.match(/<form[^]*?<\/form>/g)?.find((html) => html.includes(`name="${name}"`));
  const action = /action="([^"]*)"/.exec(form ?? '')?.[1];
  if (form === undefined || action === undefined) throw new Error(`No form has '${name}': ${text}`);
  const hidden = form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    action: decodeEntities(action),
    fields: Object.fromEntries([...hidden].map(([, key = '', value = '']) => [key, decodeEntities(value)])),
  };
}

function toPath(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '');
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const;

function decodeEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}
