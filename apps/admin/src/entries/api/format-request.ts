import { buildUrl } from '../../http/build-url.js';

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path at the service, with the encoded query. */
  readonly path: string;
  /** The type of the body and of the answer. */
  readonly mediaType: 'application/json' | 'application/vnd.api+json';
  /** Sent as JSON. */
  readonly body?: object;
}

/** The request for a shell; the variable `TOKEN` has an access token. */
export function formatCurlCommand({ method, path, mediaType, body }: HttpRequest): string {
  return [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoteForShell(buildUrl(path))}`,
    `-H 'Accept: ${mediaType}'`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: ${mediaType}'`, `-d ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** The expression of JavaScript that sends the request; `token` has an access token. */
export function formatFetchCall({ method, path, mediaType, body }: HttpRequest): string {
  const url = `'${buildUrl(path)}'`;
  const headers = `Accept: '${mediaType}', Authorization: \`Bearer \${token}\``;
  if (method === 'GET') return `fetch(\n  ${url},\n  { headers: { ${headers} } },\n)`;
  const contentType = body === undefined ? '' : `, 'Content-Type': '${mediaType}'`;
  const sent =
    body === undefined ? '' : `\n  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`;
  return `fetch(${url}, {\n  method: '${method}',\n  headers: { ${headers}${contentType} },${sent}\n})`;
}

/** The statement of JavaScript that sends the request. */
export function formatFetchStatement(request: HttpRequest): string {
  return `const response = await ${formatFetchCall(request)};`;
}

/** The request line, and the body below it. */
export function formatHttpRequest({ method, path, body }: HttpRequest): string {
  const line = `${method} ${decodeURIComponent(path)}`;
  return body === undefined ? line : `${line}\n\n${JSON.stringify(body, null, 2)}`;
}

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

/** In single quotes: each one within ends them, follows as `\'`, and begins them again. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
