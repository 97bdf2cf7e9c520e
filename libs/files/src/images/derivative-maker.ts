import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConcurrencyLimiter } from '@content-service/kernel';
import { LRUCache } from 'lru-cache';
import { type FileKey, fileKey } from '../file-key.js';
import type { FileActivity, RenderingOutcome } from '../file-activity.js';
import type { FileStore } from '../file.store.js';
import { toFileStoreError } from '../file-store.errors.js';
import { type DerivedPicture, type OriginalImage } from './derivative.js';
import { type ImageEngine, ImagesBusy, ImageUnreadable } from './image-engine.js';

/** A rendering occupies a core and up to 200 MB. */
const CONCURRENCY_MAXIMUM = 2;

const QUEUE_MAXIMUM = 32;

/** How long the original of a picture may take to arrive, which occupies a place of a rendering. */
const ORIGINAL_MS = 60_000;

/** How long it is remembered that a picture cannot be made. */
const FAILURES = { max: 1000, ttl: 60_000 };

/** How long the size of a stored picture is known without asking for it; within this time a removed picture is not made again. */
const SIZES = { max: 5000, ttl: 1000 };

/** The pictures of images: each is made when it is asked for the first time, and stored. */
export class DerivativeMaker {
  private readonly limiter = new ConcurrencyLimiter(CONCURRENCY_MAXIMUM, QUEUE_MAXIMUM);
  private readonly running = new Map<FileKey, Promise<number | undefined>>();
  private readonly failures = new LRUCache<FileKey, ImageUnreadable>(FAILURES);
  private readonly sizes = new LRUCache<FileKey, number>(SIZES);

  constructor(
    private readonly store: FileStore,
    private readonly engine: ImageEngine,
    private readonly activity: FileActivity,
  ) {}

  /** The pictures that wait until others are made. */
  get waiting(): number {
    return this.limiter.queued;
  }

  /**
   * Makes sure that a picture is stored. Requests at the same time share one rendering; another process that makes the same picture
   * stores the same object.
   *
   * @returns its bytes; `undefined` when the image has no object
   * @throws ImagesBusy, ImageUnreadable, FileStoreFull, FileStoreUnavailable, FilesNotConfigured
   */
  async obtain(image: OriginalImage, picture: DerivedPicture): Promise<number | undefined> {
    const size = this.sizes.get(picture.key);
    if (size !== undefined) return size;
    const running = this.running.get(picture.key);
    if (running !== undefined) return running;
    const obtaining = this.findOrMake(image, picture).finally(() => this.running.delete(picture.key));
    this.running.set(picture.key, obtaining);
    return obtaining;
  }

  private async findOrMake(image: OriginalImage, picture: DerivedPicture): Promise<number | undefined> {
    try {
      const stored = await this.store.stat(picture.key);
      if (stored !== undefined) {
        this.sizes.set(picture.key, stored.bytes);
        return stored.bytes;
      }
      const failure = this.failures.get(picture.key);
      if (failure !== undefined) throw failure;
      return await this.limiter.run(
        () => this.make(image, picture),
        () => new ImagesBusy(),
      );
    } catch (error) {
      this.activity.rendered(toOutcome(error));
      throw error;
    }
  }

  private async make({ id }: OriginalImage, picture: DerivedPicture): Promise<number | undefined> {
    const start = performance.now();
    const original = await this.store.open(fileKey(id));
    if (original === undefined) return undefined;
    const folder = await this.store.temporaryFolder();
    // The engine reads a file: a stream would be in memory as a whole.
    const source = join(folder, randomUUID());
    try {
      await pipeline(original, createWriteStream(source, { flags: 'wx', mode: 0o600 }), {
        signal: AbortSignal.timeout(ORIGINAL_MS),
      });
      const made = await this.engine.render(source, folder, picture);
      await this.store.put(picture.key, made);
      this.activity.rendered('made', (performance.now() - start) / 1000);
      return made.bytes;
    } catch (error) {
      if (error instanceof ImageUnreadable) this.failures.set(picture.key, error);
      throw toFileStoreError(error);
    } finally {
      original.destroy();
      await rm(source, { force: true });
    }
  }
}

function toOutcome(error: unknown): RenderingOutcome {
  if (error instanceof ImagesBusy) return 'busy';
  return error instanceof ImageUnreadable ? 'unreadable' : 'failed';
}
