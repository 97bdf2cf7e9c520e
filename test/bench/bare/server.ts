// The baseline: `node:http`, hand-written SQL and JSON.stringify. It answers the measured requests only and checks no
// token. Configured by DATABASE_URL and PORT.
import { createServer, type IncomingMessage } from 'node:http';
import { findArticleTables } from './article-tables.js';
import { Articles, type Body } from './articles.js';
import { openBare } from './bare-database.js';

const database = openBare(process.env['DATABASE_URL'] ?? '');
const articles = new Articles(database, await findArticleTables(database.run));

createServer((request, response) => {
  answerTo(request).then(
    ([status, document]) => {
      const body = JSON.stringify(document);
      response.writeHead(status, {
        'Content-Type': 'application/vnd.api+json',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answerTo(request: IncomingMessage): Promise<[status: number, document: object]> {
  const { method = '', url = '' } = request;
  const id = /^\/api\/node\/article\/(.{36})$/.exec(url)?.[1];
  if (method === 'POST') return [201, await articles.create(await parseBody(request))];
  if (method === 'PATCH' && id !== undefined)
    return [200, await articles.update(id, await parseBody(request))];
  if (id !== undefined) return [200, await articles.one(id)];
  const category = /filter\[field_category.id\]=(.{36})/.exec(url)?.[1];
  return [200, await (category === undefined ? articles.newest() : articles.ofCategory(category))];
}

async function parseBody(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as Body;
}
