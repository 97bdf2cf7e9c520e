import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgram } from './run-command-line.js';
import { PROCESS_TERMINAL } from './terminal.js';

describe('docs/command-line.md', () => {
  const page = readFileSync(new URL('../../../../../docs/command-line.md', import.meta.url), 'utf8');
  const [, listed = '', withoutJson = ''] =
    /`npx content-service --help` lists: ([^]*?)\. Each has[^]*?all except ([^]*?) have `--json`/.exec(
      page,
    ) ?? [];
  let commands: readonly Command[];
  beforeAll(async () => {
    ({ commands } = await createProgram(PROCESS_TERMINAL));
  });

  it('lists every command, in the order of --help', () => {
    const names = commands.map((command) => {
      const subcommands = command.commands.map((subcommand) => subcommand.name());
      return subcommands.length === 0 ? command.name() : `${command.name()} ${subcommands.join('|')}`;
    });

    expect(findBackticked(listed)).toEqual(names);
  });

  it('names the commands that lack --json', () => {
    const all = commands.flatMap((command) =>
      command.commands.length === 0
        ? [{ name: command.name(), options: command.options }]
        : command.commands.map((sub) => ({ name: `${command.name()} ${sub.name()}`, options: sub.options })),
    );
    const lacking = all
      .filter(({ options }) => !options.some(({ long }) => long === '--json'))
      .map(({ name }) => name);

    expect(findBackticked(withoutJson)).toEqual(lacking);
  });
});

function findBackticked(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
