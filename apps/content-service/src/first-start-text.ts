import type { Registration } from '@content-service/oauth-clients';
import type { Config } from './config.js';
import type { FirstAdministrator, FirstOnes } from './first-start.js';

/** What the person at the first start reads: the only moment at which password and secret can be seen. */
export function firstStartText({ administrator, client }: FirstOnes, config: Config): string {
  const parts = [
    ...(administrator === undefined ? [] : administratorText(administrator, config)),
    ...(client === undefined ? [] : clientText(client, config)),
  ];
  if (parts.length === 0) return '';
  return ['', `First start on an empty database: ${SHOWN_ONCE}`, '', ...parts, ''].join('\n');
}

const SHOWN_ONCE = 'what was generated is shown this once, and only hashes of it are stored.';

/** What was chosen beforehand need not be shown, and a log may be all who reads. */
function administratorText(
  { user, password }: FirstAdministrator,
  { baseUrl, initialAdministrator }: Config,
): readonly string[] {
  const chosen = initialAdministrator.password !== undefined;
  return [
    `An administrator, who signs in at ${baseUrl}/admin`,
    '',
    `  name           ${user.name}`,
    `  password       ${chosen ? '(that of INITIAL_ADMIN_PASSWORD)' : password}`,
    '',
  ];
}

function clientText({ client, secret }: Registration, { baseUrl, initialClient }: Config): readonly string[] {
  const chosen = initialClient !== undefined;
  const shown = chosen ? '(that of INITIAL_CLIENT_SECRET)' : secret;
  const inShell = chosen ? "'SECRET'" : secret;
  return [
    'An API client with every scope',
    '',
    `  client_id      ${client.id}`,
    `  client_secret  ${shown ?? ''}`,
    '',
    'It gets a token by',
    '',
    `  curl ${baseUrl}/oauth/token -d grant_type=client_credentials \\`,
    `    -d client_id=${client.id} -d client_secret=${inShell ?? ''}`,
    '',
  ];
}
