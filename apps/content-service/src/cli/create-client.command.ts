import type { Command } from 'commander';
import { ClientRegistry } from '@content-service/oauth-clients';
import { OPERATOR } from '@content-service/scopes';
import { type ClientOptions, toClientChange, withClientOptions } from './client-options.js';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

interface Options extends ClientOptions {
  readonly public?: boolean;
  readonly clientId?: string;
}

export function createClientCommand(terminal: Terminal): Command {
  return withClientOptions(command('create-client', 'make an API client and show its secret this once'))
    .option('--public', 'for apps that cannot keep a secret: they must use PKCE')
    .option('--client-id <id>', 'an id of your own')
    .action(
      withServices(terminal, async (services, options: Options) => {
        const { public: isPublic = false, clientId, label = 'Client', scopes = [], ...others } = options;
        const { client, secret } = await services.get(ClientRegistry).register(
          {
            ...toClientChange(others),
            label,
            allowedScopes: scopes,
            ...(isPublic ? { confidential: false } : {}),
          },
          OPERATOR,
          clientId === undefined ? {} : { id: clientId },
        );
        return {
          text: `client_id      ${client.id}\nclient_secret  ${secret ?? '(none: the client is public)'}`,
          json: { client_id: client.id, ...(secret === undefined ? {} : { client_secret: secret }) },
        };
      }),
    );
}
