import { randomBytes } from 'node:crypto';
import { type EventCursor, EventCursorReset, parseEventCursor } from '@content-service/events';
import type { CursorCodec, TextCursors } from '@content-service/jsonapi';

/** Digits of the greatest position, so that all ids have the same length. */
const POSITION_DIGITS = 16;
const SALT_BYTES = 8;

/**
 * The ids of the event stream: encrypted cursors of the event log. Two ids are never equal, also not those of one position, so
 * that readers learn neither how many events they may not see nor when one was recorded.
 */
export class EventStreamIds {
  private readonly cursors: TextCursors;

  constructor(codec: CursorCodec) {
    this.cursors = codec.forTexts('event stream');
  }

  format({ position, check }: EventCursor): string {
    const salt = randomBytes(SALT_BYTES).toString('hex');
    return this.cursors.encode(`${String(position).padStart(POSITION_DIGITS, '0')} ${check} ${salt}`);
  }

  /**
   * Also takes the cursors of the event log themselves, which were the ids of earlier versions.
   *
   * @returns `isSealed` tells that the id is one that `format` returned
   * @throws InvalidEventCursor; EventCursorReset when the id was encrypted under a secret that is not known any more
   */
  parse(id: string): { readonly cursor: EventCursor; readonly isSealed: boolean } {
    const [position, check] = this.cursors.decode(id)?.split(' ') ?? [];
    if (position !== undefined && check !== undefined)
      return { cursor: { position: Number(position), check }, isSealed: true };
    if (id.length === this.format(BEGINNING).length) throw new EventCursorReset();
    return { cursor: parseEventCursor(id), isSealed: false };
  }
}

/** The cursor before the first event. */
export const BEGINNING: EventCursor = { position: 0, check: '00000000' };
