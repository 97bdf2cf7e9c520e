import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

/** The receiver of webhooks that docs/webhooks.md shows, as a process. */
export class ExampleReceiver {
  private constructor(
    private readonly child: ChildProcess,
    private readonly output: Promise<string>,
  ) {}

  /** The code block of its section. */
  static get code(): string {
    const page = readFileSync('docs/webhooks.md', 'utf8');
    const [, section = ''] = /\n## An example of a receiver\n(.*?)\n## /s.exec(page) ?? [];
    const [, code = ''] = /```js\n(.*?)```/s.exec(section) ?? [];
    return code;
  }

  /** An address on this machine for a receiver. */
  static async findUrl(): Promise<string> {
    return `http://127.0.0.1:${await freePort()}/changed`;
  }

  /** Resolves when it takes calls. */
  static async start(url: string, secret: string): Promise<ExampleReceiver> {
    const code = ExampleReceiver.code.replace('4000', new URL(url).port);
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const receiver = new ExampleReceiver(child, text(child.stdout));
    await eventually(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    return receiver;
  }

  /** @returns what it has printed */
  async stop(): Promise<string> {
    this.child.kill();
    return this.output;
  }
}
