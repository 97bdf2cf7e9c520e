import { EventCursorReset, InvalidEventCursor } from '@content-service/events';
import { CursorCodec } from '@content-service/jsonapi';
import { BEGINNING, EventStreamIds } from './event-stream-ids.js';

const CURSOR = { position: 4711, check: '0f3ae1c2' };

describe('EventStreamIds', () => {
  const ids = new EventStreamIds(new CursorCodec('a secret'));

  it.each([BEGINNING, CURSOR, { position: Number.MAX_SAFE_INTEGER, check: 'ffffffff' }])(
    'parses the id of %j, also in another process',
    (cursor) => {
      const other = new EventStreamIds(new CursorCodec('a secret'));

      expect(other.parse(ids.format(cursor))).toEqual({ cursor, isSealed: true });
    },
  );

  it('gives ids of one length that are never equal', () => {
    const given = [CURSOR, CURSOR, BEGINNING, { ...CURSOR, position: 4712 }].map((cursor) =>
      ids.format(cursor),
    );

    expect(new Set(given).size).toBe(4);
    expect(new Set(given.map(({ length }) => length)).size).toBe(1);
    expect(new Set(given.map((id) => id.slice(0, 8))).size).toBe(4);
  });

  it('parses the ids of earlier versions', () => {
    expect(ids.parse('4711-0f3ae1c2')).toEqual({ cursor: CURSOR, isSealed: false });
  });

  it('parses an id of the secret before a rotation, and refuses one of an unknown secret as lost', () => {
    const id = new EventStreamIds(new CursorCodec('former')).format(CURSOR);

    expect(new EventStreamIds(new CursorCodec('present', 'former')).parse(id).cursor).toEqual(CURSOR);
    expect(() => ids.parse(id)).toThrow(EventCursorReset);
  });

  it.each(['', 'of another service', '-1-0f3ae1c2', '4711'])('refuses %j', (text) => {
    expect(() => ids.parse(text)).toThrow(InvalidEventCursor);
  });
});
