import { orderEvents, type UnorderedEvent } from './order-events.js';

/** `tx:subject@version` at a time. */
function event(text: string, recordedAt: number): UnorderedEvent {
  const [, transaction = '', subject = '', version = ''] = /^(\w+):(\w+)@(\d+)$/.exec(text) ?? [];
  return { id: text, transaction, subject, version: Number(version), epoch: 1, recordedAt };
}

describe('orderEvents', () => {
  it('orders transactions by their time', () => {
    const ordered = orderEvents([event('b:x@1', 2), event('a:y@1', 1)]);

    expect(ordered.map(({ id }) => id)).toEqual(['a:y@1', 'b:x@1']);
  });

  it('leaves the events of a transaction together', () => {
    const ordered = orderEvents([event('a:x@1', 1), event('b:y@1', 1), event('a:z@1', 1)]);

    expect(ordered.map(({ id }) => id)).toEqual(['a:x@1', 'a:z@1', 'b:y@1']);
  });

  it('leaves the events of a transaction in the order of their ids, in whatever order they are read', () => {
    const ordered = orderEvents([event('a:y@1', 1), event('a:z@1', 1), event('a:x@1', 1)]);

    expect(ordered.map(({ id }) => id)).toEqual(['a:x@1', 'a:y@1', 'a:z@1']);
  });

  it('leaves the versions of an entry in their order when the clock of a process is late', () => {
    const ordered = orderEvents([event('c:x@3', 1), event('b:x@2', 5), event('a:x@1', 9), event('d:y@1', 3)]);

    expect(ordered.map(({ id }) => id)).toEqual(['a:x@1', 'b:x@2', 'c:x@3', 'd:y@1']);
  });

  it('begins an entry that was created again behind the deletion of the former one', () => {
    const created = { ...event('b:x@1', 1), epoch: 2 };

    const ordered = orderEvents([created, event('a:x@7', 2)]);

    expect(ordered.map(({ id }) => id)).toEqual(['a:x@7', 'b:x@1']);
  });
});
