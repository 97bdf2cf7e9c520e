import { DocumentTooLarge } from '../jsonapi.errors.js';

/** UTF-8 needs at most 3 bytes for each UTF-16 code unit. */
const BYTES_PER_CODE_UNIT = 3;

/**
 * Adds up the bytes of a document while it is serialized, to stop as soon as it is too large. Bytes are counted only when
 * the number of characters could exceed the maximum, since counting copies the text.
 */
export class DocumentSize {
  private readonly uncounted: string[] = [];
  private characters = 0;
  private bytes = 0;

  constructor(private readonly maximum: number) {}

  /** @throws DocumentTooLarge */
  add(text: string): void {
    this.uncounted.push(text);
    this.characters += text.length;
    if (this.characters * BYTES_PER_CODE_UNIT <= this.maximum) return;
    for (const part of this.uncounted.splice(0)) this.bytes += Buffer.byteLength(part);
    if (this.bytes > this.maximum) throw new DocumentTooLarge(this.maximum);
  }
}
