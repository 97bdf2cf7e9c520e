import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { readRepositoryFile } from './deploy-files.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of the client. */
  readonly from?: string;
}

/** A Varnish of its own with `deploy/varnish/default.vcl`. */
export class Varnish {
  private readonly folder = mkdtempSync(join(tmpdir(), 'content-service-varnish-'));
  private child: ChildProcess | undefined;
  private errors = '';

  private constructor(private readonly port: number) {}

  /** Reserves the port, which the service is told before Varnish is told the port of the service. */
  static async prepare(): Promise<Varnish> {
    return new Varnish(await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** @param purgeToken the token that purges need; without one, all are refused */
  async start(backendPort: number, purgeToken?: string): Promise<void> {
    const vcl = readRepositoryFile('deploy/varnish/default.vcl');
    const file = join(this.folder, 'default.vcl');
    writeFileSync(file, vcl.replace('.port = "3000"', `.port = "${backendPort}"`));
    const options = [
      ...['-F', '-j', 'none', '-n', join(this.folder, 'work'), '-a', `127.0.0.1:${this.port}`],
      ...['-f', file, '-s', 'malloc,32m', '-T', 'none'],
    ];
    const child = spawn('varnishd', options, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PURGE_TOKEN: purgeToken },
    });
    this.child = child;
    child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    await once(child, 'spawn');
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`varnishd has ended: ${this.errors}`);
      return (await this.send('/health/live').catch(() => undefined))?.status === 200;
    });
  }

  /** Sends exactly the given header fields, `Accept` is not added. */
  async send(path: string, { method = 'GET', headers = {}, body, from }: Sent = {}): Promise<Answer> {
    const sent = request({
      ...{ host: '127.0.0.1', port: this.port, path, method, headers, agent: false },
      ...(from === undefined ? {} : { localAddress: from }),
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers as Record<string, string>,
      body: await text(response),
    };
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
