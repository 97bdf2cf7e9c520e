import type { Command } from 'commander';
import { formatHostForUrl, isUnspecifiedAddress } from '../../platform/config/base-url.js';
import { type Config, parseConfig } from '../../platform/config/config.js';
import { type CommandResult, command, print } from './command.js';
import type { Terminal } from './terminal.js';

/** Shorter than the time limit of a container's health check, and longer than that of the checks of `/health/ready`. */
const TIMEOUT_MS = 4000;

/**
 * `content-service health`: asks `/health/ready` of the process that runs with the same variables on this machine, for
 * containers without a shell and curl. Exit code 0: ready; 1: not ready, or no answer.
 */
export function healthCommand(terminal: Terminal): Command {
  return command('health', 'ask the running service on this machine whether it is ready').action(
    async (_: unknown, self: Command) => {
      print(await checkHealth(parseConfig(terminal.variables())), self, terminal);
    },
  );
}

async function checkHealth(config: Config): Promise<CommandResult> {
  const url = `http://${toLocalHost(config.host)}:${config.port}/health/ready`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const failing = getFailingChecks(await response.json());
    if (response.ok)
      return { text: 'The service is ready.', json: { ready: true, failing, reason: undefined } };
    const reason = `The service is not ready: ${failing.join(', ')}.`;
    return { text: reason, json: { ready: false, failing, reason }, failed: true };
  } catch (error) {
    const reason = `${url} does not answer: ${describe(error)}.`;
    return { text: reason, json: { ready: false, failing: [], reason }, failed: true };
  }
}

/** The address by which this machine reaches a service on every interface. */
function toLocalHost(host: string): string {
  if (!isUnspecifiedAddress(host)) return formatHostForUrl(host) ?? host;
  return host.includes(':') ? '[::1]' : '127.0.0.1';
}

/** The names of the failing checks in a body of `/health/ready`. */
function getFailingChecks(body: unknown): readonly string[] {
  return Object.keys((body as { readonly error?: object }).error ?? {});
}

/** The code of a connection error (`ECONNREFUSED`), which `fetch` hides in `cause`; otherwise the message. */
function describe(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { readonly code?: string };
    readonly message: string;
  };
  return cause?.code ?? message;
}
