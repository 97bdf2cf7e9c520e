import type { FirstOne } from './first-start.js';

/** What the person at the first start reads: the only moment at which password and secret can be seen. */
export function firstOneText(one: FirstOne, baseUrl: string): string {
  const lines = one.kind === 'administrator' ? administratorLines(one, baseUrl) : clientLines(one, baseUrl);
  return [...lines, '', ''].join('\n');
}

/** The same for a program. */
export function firstOneJson(one: FirstOne): object {
  return one.kind === 'administrator'
    ? { admin_name: one.name, admin_password: one.password }
    : { client_id: one.id, client_secret: one.secret };
}

const shownOnce = (what: string): string =>
  `The ${what} is shown this once, and only a hash of it is stored.`;

type Administrator = Extract<FirstOne, { kind: 'administrator' }>;
type Client = Extract<FirstOne, { kind: 'client' }>;

/** What was chosen beforehand need not be shown, and a log may be all who reads. */
function administratorLines({ name, password }: Administrator, baseUrl: string): readonly string[] {
  return [
    `First start on an empty database: an administrator, who signs in at ${baseUrl}/admin`,
    '',
    `  name           ${name}`,
    `  password       ${password ?? '(that of INITIAL_ADMIN_PASSWORD)'}`,
    ...(password === undefined ? [] : ['', shownOnce('password')]),
  ];
}

function clientLines({ id, secret }: Client, baseUrl: string): readonly string[] {
  return [
    'First start on an empty database: an API client with every scope',
    '',
    `  client_id      ${id}`,
    `  client_secret  ${secret ?? '(that of INITIAL_CLIENT_SECRET)'}`,
    '',
    ...(secret === undefined ? [] : [shownOnce('secret'), '']),
    'It gets a token by',
    '',
    `  curl ${baseUrl}/oauth/token -d grant_type=client_credentials \\`,
    `    -d client_id=${id} -d client_secret=${secret ?? "'SECRET'"}`,
  ];
}
