import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { createRequestLog, formatClientAddress } from './request-log.js';

describe('createRequestLog', () => {
  it('logs the trace id of the header traceparent', async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const app = express().use(createRequestLog(log), (_, response) => void response.status(204).end());
    const server = createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    await once(server.close(), 'close');

    expect(lines).toEqual([expect.objectContaining({ msg: 'request', status: 204, trace })]);
  });
});

describe('formatClientAddress', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24', '192.0.2.77'],
    ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77'],
    ['2001:0DB8:7:8:9::1', '2001:db8:7::/48', '2001:0db8:7:8:9::1'],
    ['fe80::1%eth0', 'fe80:0:0::/48', 'fe80::1'],
    ['2001:db8::', '2001:db8:0::/48', '2001:db8::'],
    ['::1', '0:0:0::/48', '::1'],
    ['unknown', undefined, undefined],
    [undefined, undefined, undefined],
  ])(
    'formats %s with the detail prefix as %s, with full as %s and with none as undefined',
    (address, prefix, full) => {
      expect(formatClientAddress(address, 'prefix')).toBe(prefix);
      expect(formatClientAddress(address, 'full')).toBe(full);
      expect(formatClientAddress(address, 'none')).toBeUndefined();
    },
  );
});
