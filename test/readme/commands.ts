import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { FIRST_CLIENT } from '../support/content-service.js';

/** The address of the service in the documents. */
const ADDRESS = 'http://127.0.0.1:3000';

/** The code blocks for a shell of a section of a document, with those of the sections in it. */
export function parseCommands(path: string, title: string): string[] {
  const document = readFileSync(path, 'utf8');
  const [, section = ''] = new RegExp(`(?:^|\n)##? ${title}\n(.*?)(?:\n## |$)`, 's').exec(document) ?? [];
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
}

/** The command of README.md that stores a token in `TOKEN`. */
export function parseGetToken(): string {
  const [getToken = ''] = parseCommands('README.md', 'A tour in five minutes');
  return getToken;
}

/**
 * Runs commands as they are printed, one after another in one shell, with the credentials of the first client.
 *
 * @param folder the current directory
 * @returns the lines printed that are responses of the service
 * @throws Error when a command fails
 */
export async function answersTo(
  { url }: { readonly url: string },
  commands: readonly string[],
  folder?: string,
): Promise<readonly string[]> {
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = FIRST_CLIENT;
  const eachAnswerOnItsLine = 'curl() { command curl "$@"; echo; }';
  const lines = ['set -euo pipefail', eachAnswerOnItsLine, ...commands];
  const script = lines.join('\n').replaceAll(ADDRESS, url);
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { PATH: process.env['PATH'], CLIENT_ID, CLIENT_SECRET },
  });
  return stdout.split('\n').filter((line) => /^[{H]/.test(line));
}
