import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateWebhookSecret, signWebhook } from '@content-service/webhooks';
import { eventually } from '../support/eventually.js';

const LINES_MAXIMUM = 6;

describe('the receiver of webhooks in the README', () => {
  const secret = generateWebhookSecret('v1');
  let child: ChildProcess & { readonly stdout: NodeJS.ReadableStream };
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}/changed`;
    const code = readReceiver().replace('4000', String(port));
    const script = ['--input-type=module', '-e', code];
    const environment = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret };
    child = spawn(process.execPath, script, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    await eventually(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(() => child.kill());

  it(`has ${LINES_MAXIMUM} lines at most`, () => {
    expect(readReceiver().trim().split('\n').length).toBeLessThanOrEqual(LINES_MAXIMUM);
  });

  it('accepts signed calls and refuses others', async () => {
    const body = '{"type":"entry.created"}';
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signWebhook({ id: 'evt_1', timestamp, body }, { current: secret });
    const send = async (sent: string): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: { ...headers }, body: sent })).status;

    expect([await send(body), await send(`${body} `)]).toEqual([204, 400]);

    const output = text(child.stdout);
    child.kill();
    expect(await output).toContain("type: 'entry.created'");
  });
});

/** The code block of the section on webhooks. */
function readReceiver(): string {
  const [, section = ''] = /\n## Webhooks\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const [, code = ''] = /```js\n(.*?)```/s.exec(section) ?? [];
  return code;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
