import { createHash } from 'node:crypto';
import { FILE_TYPE, isExecutableExtension } from '@content-service/bundles';
import { getFileExtension } from '@content-service/entries';
import type { FileCount } from './file-report.js';
import type { SourceResource } from './source-documents.js';
import { readSourceFile } from './source-file.js';
import { toTargetType } from './type-names.js';

/** Bytes of a hash that tells addresses apart; two that are equal by chance cost nothing but a promise. */
const HASH_BYTES = 6;

/** Fields accept up to 50, and those of the default. */
const EXTENSIONS_MAXIMUM = 40;

/** The files that the documents of a source describe. Takes about 30 bytes for each. */
export class FileSurvey {
  /** Addresses that several files have. */
  readonly repeated = new Set<string>();
  private readonly seen = new Set<number>();
  /** The extensions of the names of files that fields can accept. SVG is left to whoever names it. */
  readonly extensions = new Set<string>();
  private files = 0;
  private bytes = 0;

  /** The number of files with the sizes that the source tells. */
  get count(): FileCount {
    return { files: this.files, bytes: this.bytes };
  }

  /** Takes notice of a resource, which may be no file. */
  add(resource: SourceResource): void {
    if (toTargetType(resource.type).name !== FILE_TYPE) return;
    const { name, address, bytes = 0 } = readSourceFile(resource);
    this.addExtension(getFileExtension(name));
    this.files += 1;
    this.bytes += bytes;
    if (address === undefined) return;
    const hash = createHash('sha256').update(address).digest().readUIntBE(0, HASH_BYTES);
    if (this.seen.has(hash)) this.repeated.add(address);
    this.seen.add(hash);
  }

  private addExtension(extension: string): void {
    const isAccepted = /^[a-z\d]{1,12}$/.test(extension) && extension !== 'svg';
    if (isAccepted && !isExecutableExtension(extension) && this.extensions.size < EXTENSIONS_MAXIMUM)
      this.extensions.add(extension);
  }
}
