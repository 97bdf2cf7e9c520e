import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readiness } from '@content-service/app';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { Workplace } from './workplace.js';

describe('content-service health', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it.each(['127.0.0.1', '0.0.0.0'])('has exit code 0 when the service on HOST %s is ready', async (HOST) => {
    expect(await runHealth({ HOST, PORT: getPort(app.nest.getHttpServer()) })).toEqual({
      code: 0,
      output: 'The service is ready.\n',
      errors: '',
    });
  });

  it('has exit code 1 and reports the address when no process listens', async () => {
    const PORT = String(await freePort());

    expect(await runHealth({ PORT })).toEqual({
      code: 1,
      output: `http://127.0.0.1:${PORT}/health/ready does not answer: ECONNREFUSED.\n`,
      errors: '',
    });
  });

  it('has exit code 1 when another server answers', async () => {
    const other = createServer((_, response) => response.end('<p>Hello</p>')).listen(0, '127.0.0.1');
    await once(other, 'listening');

    const { code } = await runHealth({ PORT: getPort(other) });

    expect(code).toBe(1);
    other.close();
  });

  it('has exit code 1 and names the failing checks when the service is stopping', async () => {
    app.nest.get(Readiness).drain();

    const { code, output } = await runHealth({ PORT: getPort(app.nest.getHttpServer()) }, '--json');

    expect([code, JSON.parse(output)]).toEqual([
      1,
      { ready: false, failing: ['shutdown'], reason: 'The service is not ready: shutdown.' },
    ]);
  });
});

/** Runs the command with the variables of the service that it asks. */
async function runHealth(
  variables: Readonly<Record<string, string>>,
  ...options: readonly string[]
): ReturnType<Workplace['run']> {
  const workplace = new Workplace({ BASE_URL: 'https://content.example', ...variables });
  try {
    return await workplace.run('health', ...options);
  } finally {
    workplace.remove();
  }
}

function getPort(server: Server): string {
  return String((server.address() as AddressInfo).port);
}
