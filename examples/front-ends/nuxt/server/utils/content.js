/** What is read together with an entry, by its type. */
const INCLUDES = {
  'node--article': 'field_image.field_media_image',
  'node--page': 'field_image.field_media_image',
};

/**
 * Reads a content service wherever `fetch` is: in Node.js, other runtimes and browsers.
 *
 * @param {object} options
 * @param {string} options.url address of the service, without a slash at the end
 * @param {string} [options.clientId] an API client of the site; without one, the service is read as everybody may read it
 * @param {string} [options.clientSecret] never in a browser
 * @param {string} [options.scope] `member` sees published content, `content:administer` drafts as well
 */
export function createContent({ url, clientId, clientSecret, scope = 'member' }) {
  const client = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  };
  let token = { value: '', expiresAt: 0 };

  async function authorize() {
    if (clientSecret === undefined) return {};
    if (Date.now() > token.expiresAt) {
      const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(client) });
      if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
      const { access_token, expires_in } = await answer.json();
      token = { value: access_token, expiresAt: Date.now() + (expires_in - 30) * 1000 };
    }
    return { Authorization: `Bearer ${token.value}` };
  }

  /** @returns the document; `undefined` where nothing is, or nothing that may be seen */
  async function read(address) {
    const headers = { Accept: 'application/vnd.api+json', ...(await authorize()) };
    const answer = await fetch(new URL(address, url), { headers });
    if (answer.ok) return answer.json();
    const hidden = clientSecret === undefined ? 401 : 403;
    if (answer.status === 404 || answer.status === hidden) return undefined;
    throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  }

  return {
    /** The links of a menu in their order, each with its `children`. */
    async readMenu(name) {
      const { data = [] } = (await read(`/api/menu_items/${name}`)) ?? {};
      const links = new Map(data.map(({ id, attributes }) => [id, { ...attributes, children: [] }]));
      const root = { children: [] };
      for (const link of links.values()) (links.get(link.parent) ?? root).children.push(link);
      return root.children;
    },

    /**
     * Ten articles, the newest first.
     *
     * @param {string | null | undefined} page the number in the address, from 1; other texts are the first page
     */
    async readArticles(page) {
      const number = /^[1-9]\d{0,3}$/.test(page ?? '') ? Number(page) : 1;
      const { data, links } = await read(
        '/api/node/article?sort=-created&fields[node--article]=title,path,field_summary' +
          `&page[limit]=10&page[offset]=${(number - 1) * 10}`,
      );
      const articles = data.map(({ id, attributes: { title, path, field_summary: summary } }) => ({
        ...{ title, summary, path: path?.alias ?? `/node/${id}` },
      }));
      return { articles, next: links.next && number + 1 };
    },

    /** What the site answers to a path: `{ page }`, `{ redirect: { status, location } }` or `undefined` (404). */
    async readPath(path) {
      const found = await read(`/router/translate-path?path=${encodeURIComponent(path)}`);
      if (found === undefined) return undefined;
      const { redirect, jsonapi, label } = found;
      if (redirect !== undefined)
        return { redirect: { status: Number(redirect[0].status), location: encode(redirect.at(-1).to) } };
      const document = await read(`${jsonapi.individual}?include=${INCLUDES[jsonapi.resourceName] ?? ''}`);
      return document && { page: { title: label, ...toContent(document) } };
    },
  };
}

/** A path or URL in the characters of headers: `/café` → `/caf%C3%A9`. */
function encode(location) {
  const { origin, href } = new URL(location, 'http://site');
  return origin === 'http://site' ? href.slice(origin.length) : href;
}

function toContent({ data, included = [] }) {
  const follow = (entry, field) => {
    const { data: identifier } = entry?.relationships?.[field] ?? {};
    return { meta: identifier?.meta, entry: included.find(({ id }) => id === identifier?.id) };
  };
  const { entry: file, meta } = follow(follow(data, 'field_image').entry, 'field_media_image');
  return { html: data.attributes.body?.processed ?? '', picture: file && toPicture(file.links, meta.alt) };
}

/** The attributes of an `img` element, with the sizes of one proportion for the browser to choose from. */
function toPicture(links, alt) {
  const sizes = ['thumbnail', 'medium', 'large', 'wide'].flatMap((style) => links[style] ?? []);
  const largest = sizes.at(-1);
  if (largest === undefined) return undefined;
  const srcset = sizes.map(({ href, meta }) => `${href} ${meta.width}w`).join(', ');
  const { width, height } = largest.meta;
  return { src: largest.href, srcset, sizes: '100vw', width, height, alt: alt ?? '' };
}
