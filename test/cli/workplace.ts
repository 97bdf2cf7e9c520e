import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '@content-service/app';

export interface CommandResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Commands that make a database or need none. */
const INDEPENDENT = new Set([
  ...['serve', 'demo', 'migrate', 'import', 'import-jsonapi', 'restore'],
  ...['restore-drill', 'config', 'health'],
]);

/** A temporary folder with a SQLite database, created at first use, and commands that run on it. */
export class Workplace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  /** Standard input of the commands. */
  input = '';
  /** Whether standard error of the commands is a terminal, which shows progress bars. */
  isTerminal = false;
  /** Standard output of the commands; captured for the test by default. */
  output: Writable | undefined;
  private isMigrated = false;

  constructor(private readonly variables: Readonly<Record<string, string>> = {}) {}

  /** Runs a command. Before the first one that needs a database, an empty one is made. */
  async run(...args: readonly string[]): Promise<CommandResult> {
    if (!this.isMigrated && !INDEPENDENT.has(args[0] ?? '')) {
      this.isMigrated = true;
      await this.execute(['migrate'], new Text());
    }
    return this.execute(args, this.output);
  }

  private async execute(args: readonly string[], stream: Writable | undefined): Promise<CommandResult> {
    const [output, errors] = [new Text(), new Text()];
    errors.isTTY = this.isTerminal;
    const variables = {
      DATABASE_URL: `sqlite:${this.path('content.sqlite')}`,
      KEY_SECRET: 'k'.repeat(32),
      SIGNING_ALGORITHM: 'ES256',
      ...this.variables,
    };
    const terminal = {
      variables: () => variables,
      input: Readable.from([this.input]),
      output: stream ?? output,
      errors,
    };
    return { code: await runCommandLine(args, terminal), output: output.text, errors: errors.text };
  }

  /** The JSON that a command prints with `--json`. */
  async json(...args: readonly string[]): Promise<unknown> {
    const { code, output, errors } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`content-service ${args.join(' ')}: ${errors}${output}`);
    return JSON.parse(output);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Keeps what is written to it. */
class Text extends Writable {
  text = '';
  isTTY = false;

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
