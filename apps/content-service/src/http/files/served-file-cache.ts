import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import { FILE_TYPE } from '@content-service/bundles';
import { EntryStore, isStoredFile } from '@content-service/entries';
import { findOriginalImage, type OriginalImage } from '@content-service/files';
import type { Json, Uuid } from '@content-service/kernel';

/** How long a file may still be served after its entry has changed. */
const KEPT_MS = 1000;

const FILES_MAXIMUM = 5000;

/** What a file is served by. */
export interface ServedFile {
  readonly id: Uuid;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly checksum: string;
  readonly published: boolean;
  /** `undefined` for a file that is no image of pixels. */
  readonly image: OriginalImage | undefined;
}

/** The entries of the files that are being served; each is read at most once in a second. */
@Injectable()
export class ServedFileCache {
  private readonly cache = new LRUCache<Uuid, Promise<ServedFile | undefined>>({
    max: FILES_MAXIMUM,
    ttl: KEPT_MS,
  });

  constructor(private readonly store: EntryStore) {}

  /** @returns `undefined` when there is no such file, or its bytes lie elsewhere */
  find(id: Uuid): Promise<ServedFile | undefined> {
    const kept = this.cache.get(id);
    if (kept !== undefined) return kept;
    const reading = this.read(id);
    this.cache.set(id, reading);
    reading.catch(() => this.cache.delete(id));
    return reading;
  }

  /** Has a file read again when it is asked for the next time. */
  forget(id: Uuid): void {
    this.cache.delete(id);
  }

  private async read(id: Uuid): Promise<ServedFile | undefined> {
    const entry = (await this.store.getMany([id])).get(id);
    if (entry?.type !== FILE_TYPE || !isStoredFile(entry.type, id, entry.attributes)) return undefined;
    const { filename, filemime, filesize, checksum } = entry.attributes;
    return {
      id,
      name: toText(filename),
      mediaType: toText(filemime),
      bytes: Number(filesize),
      checksum: toText(checksum),
      published: entry.published,
      image: findOriginalImage(id, entry.attributes),
    };
  }
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
