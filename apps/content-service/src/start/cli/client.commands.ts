import { type Command, Option } from 'commander';
import { CLIENT_ROTATION_MEMBERS, ClientRegistry } from '@content-service/oauth-clients';
import type { NewOf } from '@content-service/kernel';
import { ClientLifecycle } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { type ClientOptions, toClientChange, toClientResult, withClientOptions } from './client-options.js';
import { command, withAppContext, toSeconds } from './command.js';
import { withMemberOptions } from './member-options.js';
import type { Terminal } from './terminal.js';

interface Options extends ClientOptions {
  readonly public?: boolean;
  readonly clientId?: string;
}

export function createClientCommand(terminal: Terminal): Command {
  return withClientOptions(command('create-client', 'create an API client; its secret is shown only once'), {
    isLabelRequired: true,
  })
    .option('--public', 'for apps that cannot keep a secret: they must use PKCE')
    .option('--client-id <id>', 'id of the client; default: generated')
    .action(
      withAppContext(terminal, async (services, options: Options) => {
        const { public: isPublic = false, clientId, label = '', scopes = [], ...others } = options;
        const { client, secret } = await services.get(ClientRegistry).register(
          {
            ...toClientChange(others),
            label,
            allowedScopes: scopes,
            ...(isPublic ? { confidential: false } : {}),
          },
          OPERATOR_CONTEXT,
          clientId === undefined ? {} : { id: clientId },
        );
        return {
          text: `client_id      ${client.id}\nclient_secret  ${secret ?? '(none: the client is public)'}`,
          json: { client_id: client.id, ...(secret === undefined ? {} : { client_secret: secret }) },
        };
      }),
    );
}

interface UpdateOptions extends ClientOptions {
  readonly enable?: true;
  readonly disable?: true;
}

export function updateClientCommand(terminal: Terminal): Command {
  return withClientOptions(command('update-client', 'change the given properties of an API client'), {
    isLabelRequired: false,
  })
    .argument('<id>')
    .option('--enable', 'allow the client to get tokens')
    .option('--disable', 'stop issuing tokens to the client')
    .action(
      withAppContext(
        terminal,
        async (services, id: string, { enable, disable, ...options }: UpdateOptions) => {
          const enabled = disable === true ? { enabled: false } : enable === true ? { enabled: true } : {};
          const change = { ...toClientChange(options), ...enabled };
          return toClientResult(await services.get(ClientLifecycle).update(id, change, OPERATOR_CONTEXT));
        },
      ),
    );
}

export function showClientCommand(terminal: Terminal): Command {
  return command('show-client', 'show an API client, without its secret')
    .argument('<id>')
    .action(
      withAppContext(terminal, async (services, id: string) =>
        toClientResult(await services.get(ClientRegistry).get(id)),
      ),
    );
}

export function listClientsCommand(terminal: Terminal): Command {
  return command('list-clients', 'list the API clients, the oldest first').action(
    withAppContext(terminal, async (services) => {
      const clients = await services.get(ClientRegistry).list();
      return {
        text: clients.map(({ id, label }) => `${id}  ${label}`).join('\n'),
        json: clients.map((client) => toClientResult(client).json),
      };
    }),
  );
}

export function deleteClientCommand(terminal: Terminal): Command {
  return command('delete-client', 'delete an API client and revoke its tokens')
    .argument('<id>')
    .action(
      withAppContext(terminal, async (services, id: string) => {
        await services.get(ClientLifecycle).delete(id, OPERATOR_CONTEXT);
        return { text: `The API client '${id}' is deleted.`, json: { client_id: id, deleted: true } };
      }),
    );
}

interface RotationOptions extends NewOf<typeof CLIENT_ROTATION_MEMBERS> {
  readonly grace?: number;
}

export function rotateSecretCommand(terminal: Terminal): Command {
  const rotate = command('rotate-secret', 'create a new secret for an API client, which is shown only once');
  return (
    withMemberOptions(rotate.argument('<id>'), CLIENT_ROTATION_MEMBERS, {
      graceSeconds: { help: 'how long the current secret stays valid' },
    })
      // The name of the option until 0.1.
      .addOption(new Option('--grace <seconds>').argParser(toSeconds).hideHelp())
      .action(
        withAppContext(terminal, async (services, id: string, options: RotationOptions) => {
          const { grace = CLIENT_ROTATION_MEMBERS.graceSeconds.default, graceSeconds = grace } = options;
          const { secret } = await services
            .get(ClientRegistry)
            .rotateSecret(id, graceSeconds, OPERATOR_CONTEXT);
          return { text: `client_secret  ${secret}`, json: { client_id: id, client_secret: secret } };
        }),
      )
  );
}
