import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Response } from 'express';
import { type EventCursor, EventSequencer } from '@content-service/events';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { parseConfig } from '../../platform/config/config.js';
import { EventStream, type EventStreamOptions } from './event-stream.js';
import { EventTail } from './event-tail.js';
import { writeEvents } from '../../platform/events/write-events.fixture.js';

/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(64 * 1024 * 1024);

const EVENTS = 5;

describe('EventStream', () => {
  const config = parseConfig({ DATABASE_URL: 'memory:' });
  let storage: Storage;
  let server: Server;
  let client: Socket;
  beforeEach(async () => {
    storage = new RecordStorage(new MemoryRecordStore());
    await storage.open();
    await writeEvents(storage, EVENTS);
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('ends the connection of a reader that takes nothing', async () => {
    const response = await request();
    client.pause();
    let serialized = 0;

    await stream(response, {
      serialize: () => {
        serialized += 1;
        return LARGE;
      },
      stallMs: 100,
    });

    expect([response.destroyed, serialized]).toEqual([true, 1]);
  });

  it('leaves no listeners behind the writes that a slow reader delays', async () => {
    const response = await request();
    client.resume();
    const listeners: number[] = [];

    await stream(response, {
      serialize: () => {
        listeners.push(response.listenerCount('close') + response.listenerCount('drain'));
        return LARGE.slice(0, 1_000_000);
      },
      isPermitted: () => listeners.length < EVENTS,
    });

    expect(listeners).toHaveLength(EVENTS);
    expect(new Set(listeners).size).toBe(1);
  });

  it('ends at once for a reader that went away before it began', async () => {
    const response = await request();
    const closed = once(response, 'close');
    client.destroy();
    await closed;
    let serialized = 0;

    await stream(response, {
      serialize: () => {
        serialized += 1;
        return '';
      },
    });

    expect([response.headersSent, serialized]).toEqual([false, 0]);
  });

  it.each([
    ['hidden events were recorded', 0],
    ['nothing happened', EVENTS],
  ])('sends a keep-alive with an id of its own, whether or not %s', async (_, start) => {
    const response = await request();
    const received: string[] = [];
    client.setEncoding('utf8').on('data', (text: string) => received.push(text));
    const ended = once(client, 'end');
    let ids = 0;

    await stream(
      response,
      {
        isSelected: () => false,
        keepAliveMs: 20,
        isPermitted: () => ids < 3,
        formatId: ({ position }) => `${(ids += 1)} at ${position}`,
      },
      start,
    );
    await ended;

    const lines = received.join('').match(/^(id|event|retry)?: .*$/gm);
    expect(lines).toEqual([
      'retry: 5000',
      `id: 1 at ${start}`,
      ': keep-alive',
      `id: 2 at ${EVENTS}`,
      ': keep-alive',
      `id: 3 at ${EVENTS}`,
      'event: end',
    ]);
  });

  function stream(response: ServerResponse, options: Partial<EventStreamOptions>, start = 0): Promise<void> {
    const sequencing = { holder: 'spec', pollMs: 1000, onError: () => undefined };
    const sequencer = new EventSequencer(storage.events, storage.eventConsumers, sequencing);
    const tail = new EventTail(storage.events, sequencer, config);
    const defaults = { tail, isSelected: () => true, serialize: () => '', isPermitted: () => true };
    const formatId = ({ position }: EventCursor): string => String(position);
    const stream = new EventStream(response as Response, { ...defaults, formatId, ...options });
    return stream.run({ position: start, check: '00000000' }, '');
  }

  /** The response to `client`. */
  async function request(): Promise<ServerResponse> {
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return response;
  }
});
