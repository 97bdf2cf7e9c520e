/** What the site answers to an address: a page, or `status` and `location`; the same in Node.js and in a browser. */
export async function render(content, { pathname, searchParams }) {
  if (pathname === '/') return renderPage(content, 200, 'Stories', await renderList(content, searchParams));
  const found = await content.readPath(pathname);
  if (found === undefined) return renderPage(content, 404, 'Not found', html`<p>There is no such page.</p>`);
  if (found.redirect !== undefined) return found.redirect;
  const { title, html: text, picture } = found.page;
  return renderPage(content, 200, title, [picture && renderPicture(picture), trust(text)]);
}

/** A whole document, for servers. */
export function toDocument({ title, body }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        ${trust(body)}
      </body>
    </html>`.text;
}

async function renderPage(content, status, title, main) {
  const menu = await content.readMenu('main');
  const { text } = html`<header><nav>${renderLinks(menu)}</nav></header>
    <main>
      <h1>${title}</h1>
      ${main}
    </main>`;
  return { status, title, body: text };
}

function renderLinks(links) {
  if (links.length === 0) return '';
  const items = links.map(
    ({ title, url, children }) =>
      html`<li>${url === '' ? title : html`<a href="${url}">${title}</a>`}${renderLinks(children)}</li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}

async function renderList(content, parameters) {
  const { articles, next } = await content.readArticles(parameters.get('page'));
  const items = articles.map(
    ({ title, path, summary }) => html`<li><a href="${path}">${title}</a> ${summary}</li>`,
  );
  return html`<ol>
      ${items}
    </ol>
    ${next && html`<a rel="next" href="/?page=${next}">Older stories</a>`}`;
}

function renderPicture(picture) {
  const attributes = Object.entries(picture).map(([name, value]) => html` ${name}="${value}"`);
  return html`<img${attributes} />`;
}

/** Markup. */
class Html {
  constructor(text) {
    this.text = text;
  }
}

/** Marks HTML that the service has filtered. */
const trust = (text) => new Html(text);

/** A template that escapes every value that is no markup. */
function html(strings, ...values) {
  return trust(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

function toMarkup(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  if (value === undefined || value === null || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
