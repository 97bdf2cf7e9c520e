import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { DomainError, Problems } from '@content-service/kernel';
import { configFrom } from '../config.js';
import { createServices } from '../create-app.js';
import type { Terminal } from './terminal.js';

/** What a command has to say: text for people, and a value that `--json` prints instead. */
export interface Outcome {
  readonly text: string;
  readonly json: unknown;
  /** The command did its work and found something amiss: exit code 1. */
  readonly failed?: boolean;
}

/** A command found something amiss and has said so. */
export class CommandFailed extends Error {}

/** A command whose result goes to the output, as text or, with `--json`, as one JSON value. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'print the result as JSON');
}

/** The action of a command that needs no running service, only its parts. Whatever happens, they are closed again. */
export function withServices<Args extends unknown[]>(
  terminal: Terminal,
  act: (services: INestApplicationContext, ...args: Args) => Promise<Outcome>,
): (...args: [...Args, Command]) => Promise<void> {
  return async (...args) => {
    const self = args.at(-1) as Command;
    const services = await createServices(configFrom(terminal.variables()));
    try {
      print(await act(services, ...(args.slice(0, -1) as Args)), self, terminal);
    } finally {
      await services.close();
    }
  };
}

/** @throws CommandFailed */
export function print({ text, json, failed = false }: Outcome, self: Command, { output }: Terminal): void {
  output.write(`${self.opts()['json'] === true ? JSON.stringify(json, null, 2) : text}\n`);
  if (failed) throw new CommandFailed();
}

/** The sentences of an error. What is no refusal of ours shows its message and nothing else. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Problems) return error.problems.flatMap(sentencesOf);
  if (error instanceof DomainError) return error.message.split('\n');
  return [error instanceof Error ? error.message : String(error)];
}
