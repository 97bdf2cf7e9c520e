import type { SpoolStore } from '@content-service/jobs';
import { DomainError, type Uuid } from '@content-service/kernel';

/** The beginning of a part of a spooled package. */
export interface PartStart {
  readonly part: number;
  /** Lines of the parts before. */
  readonly line: number;
}

class UploadGone extends DomainError {
  constructor() {
    super('upload_gone', 'The uploaded site package has been deleted. Upload it again.');
  }
}

/** The lines of an uploaded site package; see `uploadSitePackage`. */
export class SpooledLines {
  private readonly starts: PartStart[];

  /**
   * @param total the number of all lines
   * @param from a part that was read before, at or before the line to continue behind
   */
  constructor(
    private readonly spools: SpoolStore,
    private readonly spool: Uuid,
    private readonly total: number,
    from: PartStart = { part: 0, line: 0 },
  ) {
    this.starts = [from];
  }

  /** The lines behind a number of lines. @throws UploadGone */
  async *readBehind(done: number): AsyncGenerator<string> {
    for (let start = this.findStart(done); start.line < this.total;) {
      const text = await this.spools.find(this.spool, start.part);
      if (text === undefined) throw new UploadGone();
      const lines = text.split('\n');
      const next = { part: start.part + 1, line: start.line + lines.length };
      this.starts.push(next);
      yield* lines.slice(Math.max(0, done - start.line));
      start = next;
    }
  }

  /** The part, of those that were read, to continue with behind a number of lines. */
  findStart(done: number): PartStart {
    return this.starts.findLast(({ line }) => line <= done) ?? { part: 0, line: 0 };
  }
}
