import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Connections } from './connections.js';

/** A socket that is only open or closed. */
class OpenSocket extends EventEmitter {
  destroyed = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('Connections', () => {
  const busy = new Set<unknown>();
  afterEach(() => {
    busy.clear();
  });

  function open(connections: Connections, address: string): OpenSocket {
    const socket = new OpenSocket(address);
    connections.add(socket as unknown as Socket);
    return socket;
  }
  const create = (maximum: number): Connections => new Connections(maximum, (socket) => busy.has(socket));

  it('destroys the oldest connection of the address with the most for a new one', () => {
    const connections = create(3);
    const other = open(connections, '10.0.0.1');
    const [first, second] = [open(connections, '10.0.0.2'), open(connections, '10.0.0.2')];
    const added = open(connections, '10.0.0.3');

    expect([other, first, second, added].map(({ destroyed }) => destroyed)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('destroys the connection that was used the longest time ago', () => {
    const connections = create(2);
    const [first, second] = [open(connections, '10.0.0.1'), open(connections, '10.0.0.1')];
    connections.use(first as unknown as Socket);
    open(connections, '10.0.0.1');

    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
  });

  it('counts the addresses of a /64 as one', () => {
    const connections = create(3);
    const other = open(connections, '2001:db8:0:1::1');
    const first = open(connections, '2001:db8:0:2::1');
    open(connections, '2001:db8:0:2::2');
    open(connections, '2001:db8:0:3::1');

    expect([other.destroyed, first.destroyed]).toEqual([false, true]);
  });

  it('keeps connections that the service works for, and destroys the new one when there are no others', () => {
    const connections = create(2);
    const [first, second] = [open(connections, '10.0.0.1'), open(connections, '10.0.0.1')];
    busy.add(first);
    const third = open(connections, '10.0.0.1');
    expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([false, true, false]);

    busy.add(third);
    const fourth = open(connections, '10.0.0.2');
    expect([first.destroyed, third.destroyed, fourth.destroyed]).toEqual([false, false, true]);
  });

  it('has no limit with a maximum of 0', () => {
    const connections = create(0);
    const sockets = Array.from({ length: 100 }, () => open(connections, '10.0.0.1'));

    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
  });
});
