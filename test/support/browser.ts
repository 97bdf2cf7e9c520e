/** A page with its final URL. */
interface Page {
  readonly address: URL;
  readonly html: string;
}

/** A browser without scripts: keeps cookies, follows redirects and submits forms with their hidden fields. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** @param site origin whose pages it opens; redirects to other origins are returned */
  constructor(private readonly site: string) {}

  /** The value of the session cookie, whose name ends with a hash of the base URL. */
  get session(): string | undefined {
    return [...this.cookies].find(([name]) => /^(__Host-)?session-/.test(name))?.[1];
  }

  /** @returns the page after all redirects, or the URL of a redirect to another origin */
  async open(address: URL, form?: URLSearchParams): Promise<Page | URL> {
    if (address.origin !== this.site) return address;
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        Origin: this.site,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    this.keepCookies(answer);
    const location = answer.headers.get('Location');
    if (location !== null) return this.open(new URL(location, address));
    return { address, html: await answer.text() };
  }

  /** Submits the form with a field or button named like the first key of `values`. @throws Error without such a form */
  async submit(page: Page | URL, values: Readonly<Record<string, string>>): Promise<Page | URL> {
    if (page instanceof URL) throw new Error(`There is no form at ${page.href}.`);
    const [wanted = ''] = Object.keys(values);
    const forms = page.html.match(/<form[^]*?<\/form>/g) ?? [];
    const form = forms.find((html) => html.includes(`name="${wanted}"`));
    const action = /action="([^"]*)"/.exec(form ?? '')?.[1];
    if (form === undefined || action === undefined)
      throw new Error(`No form on ${page.address.href} has a field '${wanted}':\n${page.html}`);
    const hidden = [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, decodeEntities(value)],
    );
    const fields = new URLSearchParams([...hidden, ...Object.entries(values)]);
    return this.open(new URL(decodeEntities(action), page.address), fields);
  }

  private keepCookies({ headers }: Response): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The value of an HTML attribute. */
function decodeEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
