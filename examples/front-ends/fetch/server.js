import { createServer } from 'node:http';
import { createContent } from './content.js';
import { createDraftCookie, seesDrafts, verifyDraftLink } from './draft.js';
import { render, toDocument } from './render.js';

const {
  CONTENT_SERVICE_URL: url,
  CONTENT_SERVICE_CLIENT_ID: clientId,
  CONTENT_SERVICE_CLIENT_SECRET: clientSecret,
  DRAFT_SECRET: secret,
  HOST = '127.0.0.1',
  PORT = '8080',
} = process.env;

const published = createContent({ url, clientId, clientSecret });
const drafts = createContent({ url, clientId, clientSecret, scope: 'content:administer' });

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response
      .writeHead(502, { 'Content-Type': 'text/plain' })
      .end('The content cannot be read at the moment.');
  });
}).listen(Number(PORT), HOST);

async function answer(request, response) {
  const address = new URL(`http://${HOST}${request.url}`);
  if (address.pathname === '/draft') {
    openDraft(address.searchParams, response);
    return;
  }
  const isDraft = seesDrafts(request.headers.cookie, secret);
  const { status, location, ...page } = await render(isDraft ? drafts : published, address);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': isDraft ? 'no-store' : 'no-cache',
    ...(location === undefined ? {} : { Location: location }),
  });
  response.end(location === undefined ? toDocument(page) : '');
}

function openDraft(parameters, response) {
  const path = verifyDraftLink(parameters, secret);
  if (path === undefined) response.writeHead(403).end('This link is not valid.');
  else response.writeHead(307, { Location: encodeURI(path), 'Set-Cookie': createDraftCookie(secret) }).end();
}
