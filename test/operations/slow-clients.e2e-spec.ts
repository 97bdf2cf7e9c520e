import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

describe('a client that sends its body slower than 1 KiB/s', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('POST /oauth/token is 408 as an OAuth error, and the connection is closed', async () => {
    const { port } = app.nest.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await once(socket, 'connect');
    const headers = 'Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000';
    socket.write(`POST /oauth/token HTTP/1.1\r\n${headers}\r\n\r\n`);
    const dripping = setInterval(() => socket.write('a'), 100);

    await once(socket, 'close');
    clearInterval(dripping);

    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/^Connection: close\r$/im);
    expect(text).toMatch(/"error":"invalid_request",.*"hint":"The request body arrived too slowly\."/);
  });
});
