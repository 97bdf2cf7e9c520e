/** A page that a browser shows. */
interface Page {
  readonly address: URL;
  readonly html: string;
}

/** As much of a browser as forms without scripts need: cookies, redirects, hidden fields. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** @param site whose pages it opens; where it is sent elsewhere, it stops */
  constructor(private readonly site: string) {}

  /** @returns the page it comes to in the end, or the address elsewhere that it was sent to */
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

  /** Fills in the form that has a field or button of this name, and sends it. */
  async submit(page: Page | URL, values: Readonly<Record<string, string>>): Promise<Page | URL> {
    if (page instanceof URL) throw new Error(`There is no form at ${page.href}.`);
    const [wanted = ''] = Object.keys(values);
    const forms = page.html.match(/<form[^]*?<\/form>/g) ?? [];
    const form = forms.find((html) => html.includes(`name="${wanted}"`));
    const action = /action="([^"]*)"/.exec(form ?? '')?.[1];
    if (form === undefined || action === undefined)
      throw new Error(`No form on ${page.address.href} has a field '${wanted}':\n${page.html}`);
    const hidden = [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, textOf(value)],
    );
    const fields = new URLSearchParams([...hidden, ...Object.entries(values)]);
    return this.open(new URL(textOf(action), page.address), fields);
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

/** The text of an attribute. */
function textOf(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
