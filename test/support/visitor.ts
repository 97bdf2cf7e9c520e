import request, { type Response, type Test } from 'supertest';

type Headers = Readonly<Record<string, string>>;
type Server = Parameters<typeof request>[0];

/** What a browser says with every page it asks for. */
const PAGE: Headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Sec-Fetch-Site': 'none' };
/** What it says when one of our own pages sends a form: those tell nobody where they are. */
const OWN_FORM: Headers = { ...PAGE, 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };

/**
 * Somebody with a browser, step by step: no redirect is followed, and cookies are kept by hand, since those for https
 * would not be sent to a test server.
 */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(private readonly server: Server) {}

  get(address: string, headers: Headers = {}): Promise<Response> {
    return this.send(request(this.server).get(pathOf(address)), { ...PAGE, ...headers });
  }

  /** Goes where an answer leads. */
  follow(answer: Response): Promise<Response> {
    return this.get(locationOf(answer));
  }

  /**
   * Sends the form of a page that has a field or a button of this name, with what its hidden fields hold.
   *
   * @param values fields to fill in or to change
   */
  submit(page: Response, name: string, values: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { action, fields } = formWith(page, name);
    return this.post(action, { ...fields, ...values });
  }

  post(path: string, form: Readonly<Record<string, string>>, headers: Headers = {}): Promise<Response> {
    return this.send(request(this.server).post(pathOf(path)).type('form').send(form), {
      ...OWN_FORM,
      ...headers,
    });
  }

  /** Signs in by the form at an address. @returns the answer to it */
  async signIn(name: string, password: string, destination?: string): Promise<Response> {
    const query = destination === undefined ? '' : `?destination=${encodeURIComponent(destination)}`;
    return this.submit(await this.get(`/user/login${query}`), 'password', { name, password });
  }

  /** @param headers those without a value are left out */
  private async send(test: Test, headers: Headers): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const [name, value] of Object.entries({ ...headers, Cookie: cookie }))
      if (value !== '') test.set(name, value);
    const answer = await test.redirects(0);
    for (const line of setCookiesOf(answer)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export function setCookiesOf({ headers }: Response): readonly string[] {
  const lines: unknown = headers['set-cookie'];
  return Array.isArray(lines) ? lines.map(String) : [];
}

export function locationOf({ status, headers, text }: Response): string {
  const location: unknown = headers['location'];
  if (typeof location !== 'string') throw new Error(`${status} leads nowhere: ${text}`);
  return location;
}

/** The parameters that come to a client. */
export function answerIn(answer: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(locationOf(answer)).searchParams);
}

/** What people read on a page. */
export function textIn({ text }: Response): string {
  const body = text.slice(text.indexOf('<main>'));
  return plain(body.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where a form goes, and what its hidden fields hold. */
export function formWith(
  { text }: Response,
  name: string,
): { readonly action: string; readonly fields: Readonly<Record<string, string>> } {
  const form = text.match(/<form[^]*?<\/form>/g)?.find((html) => html.includes(`name="${name}"`));
  const action = /action="([^"]*)"/.exec(form ?? '')?.[1];
  if (form === undefined || action === undefined) throw new Error(`No form has '${name}': ${text}`);
  const hidden = form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    action: plain(action),
    fields: Object.fromEntries([...hidden].map(([, key = '', value = '']) => [key, plain(value)])),
  };
}

function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '');
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const;

function plain(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}
