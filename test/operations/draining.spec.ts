import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpAdapter } from '@content-service/app';
import { eventually } from '../support/eventually.js';
import { KeepAliveClients } from '../support/keep-alive-clients.js';

const CLIENTS = 8;
const ROLLS = 20;
/** No client pauses so long, however busy the machine is. */
const IDLE_MS = 20_000;

async function startServer(): Promise<{ readonly adapter: HttpAdapter; readonly url: string }> {
  const adapter = new HttpAdapter();
  adapter.initHttpServer();
  adapter.use((request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('end', () => setImmediate(() => response.end('answered')));
  });
  const server = adapter.getHttpServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { adapter, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('a server that is drained', () => {
  it('resets no request of keep-alive connections while it is replaced 20 times', async () => {
    let server = await startServer();
    const clients = new KeepAliveClients(CLIENTS, () => server.url);

    for (let roll = 0; roll < ROLLS; roll++) {
      const wanted = clients.answered + 5 * CLIENTS;
      await eventually(() => Promise.resolve(clients.answered >= wanted));
      const next = await startServer();
      await server.adapter.drain(IDLE_MS);
      await server.adapter.close();
      server = next;
    }

    expect(await clients.stop()).toEqual([]);
    await server.adapter.close();
  });

  it('answers the first request of a connection that was opened before', async () => {
    const { adapter, url } = await startServer();
    const accepted = once(adapter.getHttpServer(), 'connection');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await Promise.all([once(socket, 'connect'), accepted]);

    const drained = adapter.drain(IDLE_MS);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'close');

    expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*answered$/s);
    await drained;
    await adapter.close();
  });

  it('closes a connection that is not used for the given time', async () => {
    const { adapter, url } = await startServer();
    const accepted = once(adapter.getHttpServer(), 'connection');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await Promise.all([once(socket, 'connect'), accepted]);

    const [[hadError]] = await Promise.all([once(socket.resume(), 'close'), adapter.drain(20)]);

    expect(hadError).toBe(false);
    await adapter.close();
  });

  it('says that a connection ends before it accepts no more', async () => {
    const { adapter, url } = await startServer();

    adapter.announceEnd();
    const answer = await fetch(url);

    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await adapter.close();
  });
});
