import type { BootstrapCredential } from './site-bootstrap.js';

/** Text that shows a credential of the first start; the only output of a generated password or secret. */
export function formatBootstrapCredential(credential: BootstrapCredential, baseUrl: string): string {
  const lines =
    credential.kind === 'administrator'
      ? formatAdministrator(credential, baseUrl)
      : formatClient(credential, baseUrl);
  return [...lines, '', ''].join('\n');
}

/** The same as a JSON value. */
export function toBootstrapCredentialJson(credential: BootstrapCredential): object {
  return credential.kind === 'administrator'
    ? { admin_name: credential.name, admin_password: credential.password }
    : { client_id: credential.id, client_secret: credential.secret };
}

const formatShownOnce = (name: string): string =>
  `The ${name} is shown only once: only a hash of it is stored.`;

type Administrator = Extract<BootstrapCredential, { kind: 'administrator' }>;
type Client = Extract<BootstrapCredential, { kind: 'client' }>;

/** A configured password is not repeated, since the output may go to a log. */
function formatAdministrator({ name, password }: Administrator, baseUrl: string): readonly string[] {
  return [
    `First start on an empty database: an administrator, who signs in at ${baseUrl}/admin`,
    '',
    `  name           ${name}`,
    `  password       ${password ?? '(that of INITIAL_ADMIN_PASSWORD)'}`,
    ...(password === undefined
      ? []
      : ['', `${formatShownOnce('password')} Another one must be set at the first sign-in.`]),
  ];
}

function formatClient({ id, secret }: Client, baseUrl: string): readonly string[] {
  return [
    'First start on an empty database: an API client with every scope',
    '',
    `  client_id      ${id}`,
    `  client_secret  ${secret ?? '(that of INITIAL_CLIENT_SECRET)'}`,
    '',
    ...(secret === undefined ? [] : [formatShownOnce('secret'), '']),
    'To get a token:',
    '',
    `  curl ${baseUrl}/oauth/token -d grant_type=client_credentials \\`,
    `    -d client_id=${id} -d client_secret=${secret ?? "'SECRET'"}`,
  ];
}
