import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website that shows one entry, as the link of its preview says. */
export interface DraftWebsite {
  /** The site setting `previewSites`: several websites at this address. */
  readonly previewSites: readonly { readonly label: string; readonly url: string }[];
  readonly url: string;
  /** The links that it was opened with. */
  readonly links: readonly URL[];
  stop(): void;
}

/**
 * Starts a website in one page: it checks the link, resolves its path and reads the entry, without a token.
 *
 * @param serviceUrl of the service that has the entries
 * @param labels of the websites; the path of each begins with its label in lower case
 */
export async function startDraftWebsite(
  serviceUrl: string,
  labels: readonly string[],
): Promise<DraftWebsite> {
  const links: URL[] = [];
  const server = createServer((request, response) => {
    const link = new URL(request.url ?? '/', 'http://127.0.0.1');
    void answer(serviceUrl, link).then(({ status, body }) => {
      if (status === 200) links.push(link);
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    previewSites: labels.map((label) => ({ label, url: `${url}/${label.toLowerCase()}/draft` })),
    url,
    links,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Shown {
  readonly title: string;
  readonly [field: string]: string | { readonly processed?: string } | null;
}

async function answer(
  serviceUrl: string,
  link: URL,
): Promise<{ readonly status: number; readonly body: string }> {
  const parameters = Object.fromEntries(link.searchParams);
  const checked = await fetch(`${serviceUrl}/next/draft-url`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  if (!checked.ok) return { status: checked.status, body: await checked.text() };
  const { path } = (await checked.json()) as { readonly path: string };
  const translated = await fetch(`${serviceUrl}/router/translate-path?path=${encodeURIComponent(path)}`);
  const { jsonapi } = (await translated.json()) as { readonly jsonapi: { readonly individual: string } };
  const read = await fetch(`${jsonapi.individual}?resourceVersion=${parameters['resourceVersion'] ?? ''}`);
  const { data } = (await read.json()) as { readonly data: { readonly attributes: Shown } };
  const texts = Object.values(data.attributes).map((value) =>
    typeof value === 'object' ? (value?.processed ?? '') : '',
  );
  const name = link.pathname.split('/')[1] ?? '';
  const content = `<h1>${data.attributes.title}</h1><p>${name}</p>${texts.join('')}`;
  return { status: 200, body: `<!doctype html><html lang="en"><title>Site</title>${content}` };
}
