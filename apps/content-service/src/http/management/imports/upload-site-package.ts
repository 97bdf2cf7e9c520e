import type { Readable } from 'node:stream';
import type { SpoolStore } from '@content-service/jobs';
import { type Clock, DomainError, EncodedText, NotText, type Uuid } from '@content-service/kernel';
import { parseHeader } from '@content-service/transfer/site-package';
import { BodyTooLarge } from '../../protocol/http.errors.js';
import { consumeBody } from '../../protocol/request-body.js';
import type { UploadPlace } from './import-uploads.js';

/** Characters after which a part ends, with the line that it is in. */
const PART_LENGTH = 256 * 1024;

/** Characters of a line: a part is stored in one statement. */
export const LINE_LENGTH_MAXIMUM = 4 * 1024 * 1024;

class LineTooLong extends DomainError {
  constructor(line: number) {
    super('line_too_long', `Line ${line} has more than ${LINE_LENGTH_MAXIMUM} characters.`);
  }
}

class UploadNotText extends DomainError {
  constructor(line: number, { message }: NotText) {
    super('invalid_body', `The body cannot be read in or behind line ${line}. ${message}`);
  }
}

interface UploadOptions extends UploadPlace {
  readonly spools: SpoolStore;
  readonly clock: Clock;
  readonly maximumBytes: number;
}

/**
 * Stores a site package in a spool while it arrives; each part has whole lines. What is stored of a package that is refused
 * is deleted.
 *
 * @returns the number of lines
 * @throws InvalidSitePackage as soon as the first line is read, BodyTooLarge, LineTooLong, BodyUnreadable,
 *   what `reserve` throws, and the reason of the signal
 */
export async function uploadSitePackage(
  body: Readable,
  spool: Uuid,
  { spools, clock, maximumBytes, reserve, signal }: UploadOptions,
): Promise<number> {
  const parts = new Parts((part, text) => spools.put({ spool, part, text, storedAt: clock.now() }));
  try {
    return await consumeBody(body, async (flowing) => {
      const abort = (): void => {
        flowing.destroy(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        let bytes = 0;
        for await (const chunk of flowing as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > maximumBytes) throw new BodyTooLarge(maximumBytes);
          reserve(chunk.length);
          await parts.add(chunk);
        }
        return await parts.end();
      } finally {
        signal.removeEventListener('abort', abort);
      }
    });
  } catch (error) {
    await spools.delete(spool);
    throw error;
  }
}

/** Cuts text into parts at ends of lines. */
class Parts {
  private readonly encoded = new EncodedText();
  private text = '';
  /** Where the present line begins. */
  private lineStart = 0;
  private lines = 0;
  private part = 0;

  constructor(private readonly store: (part: number, text: string) => Promise<void>) {}

  async add(bytes: Buffer): Promise<void> {
    const from = this.text.length;
    this.text += this.decode(bytes);
    for (let end = this.text.indexOf('\n', from); end >= 0; end = this.text.indexOf('\n', end + 1))
      this.endLine(end);
    if (this.text.length - this.lineStart > LINE_LENGTH_MAXIMUM) throw new LineTooLong(this.lines + 1);
    if (this.lineStart >= PART_LENGTH) await this.flush();
  }

  /** @returns the number of lines */
  async end(): Promise<number> {
    this.text += this.decode();
    if (this.text.length > this.lineStart) this.endLine(this.text.length);
    if (this.lines === 0) parseHeader('');
    await this.flush();
    return this.lines;
  }

  private endLine(end: number): void {
    if (end - this.lineStart > LINE_LENGTH_MAXIMUM) throw new LineTooLong(this.lines + 1);
    if (this.lines === 0) parseHeader(this.text.slice(0, end));
    this.lines += 1;
    this.lineStart = end + 1;
  }

  private async flush(): Promise<void> {
    const whole = this.text.slice(0, this.lineStart);
    this.text = this.text.slice(this.lineStart);
    this.lineStart = 0;
    if (whole !== '') await this.store(this.part, whole.replace(/\n$/, ''));
    if (whole !== '') this.part += 1;
  }

  private decode(bytes?: Buffer): string {
    try {
      return bytes === undefined ? this.encoded.end() : this.encoded.add(bytes);
    } catch (error) {
      if (!(error instanceof NotText)) throw error;
      throw new UploadNotText(this.lines + 1, error);
    }
  }
}
