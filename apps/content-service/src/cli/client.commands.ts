import { type Command, InvalidArgumentError } from 'commander';
import { ClientRegistry } from '@content-service/oauth-clients';
import { ClientLifecycle } from '@content-service/oauth-grants';
import { OPERATOR } from '@content-service/scopes';
import { clientOutcome, type ClientOptions, toClientChange, withClientOptions } from './client-options.js';
import { command, withServices } from './command.js';
import type { Terminal } from './terminal.js';

interface UpdateOptions extends ClientOptions {
  readonly enable?: true;
  readonly disable?: true;
}

export function updateClientCommand(terminal: Terminal): Command {
  return withClientOptions(command('update-client', 'change what is named and leave the rest'))
    .argument('<id>')
    .option('--enable', 'let it get tokens again')
    .option('--disable', 'give it no more tokens')
    .action(
      withServices(terminal, async (services, id: string, { enable, disable, ...options }: UpdateOptions) => {
        const enabled = disable === true ? { enabled: false } : enable === true ? { enabled: true } : {};
        const change = { ...toClientChange(options), ...enabled };
        return clientOutcome(await services.get(ClientLifecycle).update(id, change, OPERATOR));
      }),
    );
}

export function showClientCommand(terminal: Terminal): Command {
  return command('show-client', 'show an API client, without its secret')
    .argument('<id>')
    .action(
      withServices(terminal, async (services, id: string) =>
        clientOutcome(await services.get(ClientRegistry).get(id)),
      ),
    );
}

export function listClientsCommand(terminal: Terminal): Command {
  return command('list-clients', 'list the API clients, the oldest first').action(
    withServices(terminal, async (services) => {
      const clients = await services.get(ClientRegistry).list();
      return {
        text: clients.map(({ id, label }) => `${id}  ${label}`).join('\n'),
        json: clients.map((client) => clientOutcome(client).json),
      };
    }),
  );
}

export function deleteClientCommand(terminal: Terminal): Command {
  return command('delete-client', 'delete an API client; it gets no more tokens')
    .argument('<id>')
    .action(
      withServices(terminal, async (services, id: string) => {
        await services.get(ClientLifecycle).delete(id, OPERATOR);
        return { text: `The API client '${id}' is deleted.`, json: { client_id: id, deleted: true } };
      }),
    );
}

export function rotateSecretCommand(terminal: Terminal): Command {
  return command('rotate-secret', 'make a new secret for an API client and show it this once')
    .argument('<id>')
    .option('--grace <seconds>', 'how long the present secret stays valid', toSeconds, 0)
    .action(
      withServices(terminal, async (services, id: string, { grace }: { grace: number }) => {
        const { secret } = await services.get(ClientRegistry).rotateSecret(id, grace, OPERATOR);
        return { text: `client_secret  ${secret}`, json: { client_id: id, client_secret: secret } };
      }),
    );
}

function toSeconds(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number of seconds.');
  return Number(text);
}
