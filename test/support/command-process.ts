import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changeConstants } from './process-variables.js';
import type { Variables } from './server-process.js';

const SERVER = fileURLToPath(new URL('command-server.js', import.meta.url));
/** A folder without `.env` from which packages are resolved. */
const FOLDER = fileURLToPath(new URL('../', import.meta.url));
/** A suite that runs one command usually runs the next soon. */
const IDLE_MS = 3000;

export interface CommandResult {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

interface Pending {
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process that runs commands of content-service one after another or at once. Loading the modules of the service takes
 * longer than most commands do. The process starts with the first command and ends after `IDLE_MS` without one.
 */
export class CommandProcess {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  /** @throws Error when the process exits before the command has ended */
  run(args: readonly string[], variables: Variables): Promise<CommandResult> {
    const child = (this.child ??= this.start());
    clearTimeout(this.idle);
    child.ref();
    child.channel?.ref();
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      child.send({ id, args, variables });
    });
  }

  private start(): ChildProcess {
    const child = fork(SERVER, {
      cwd: FOLDER,
      env: { PATH: process.env['PATH'], ...changeConstants() },
      execArgv: [],
    });
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    child.on('message', ({ id, ...result }: CommandResult & { readonly id: number }) => {
      this.pending.get(id)?.resolve(result);
      this.pending.delete(id);
      if (this.pending.size === 0) this.rest(child);
    });
    child.once('exit', (code, signal) => {
      process.off('exit', kill);
      if (this.child !== child) return;
      this.child = undefined;
      for (const { reject } of this.pending.values())
        reject(new Error(`The process of the commands has exited: ${signal ?? code}`));
      this.pending.clear();
    });
    return child;
  }

  /** Neither the process nor the timer that ends it keeps this process alive. */
  private rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.idle = setTimeout(() => {
      this.child = undefined;
      child.kill('SIGKILL');
    }, IDLE_MS).unref();
  }
}
