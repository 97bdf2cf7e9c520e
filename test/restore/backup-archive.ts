import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The files of a backup by name, in their order. */
export type ArchiveFiles = ReadonlyMap<string, string>;

export interface Manifest {
  readonly counts: Readonly<Record<string, number>>;
  readonly parts: readonly { readonly name: string; readonly sha256: string }[];
}

export async function readArchive(path: string): Promise<ArchiveFiles> {
  const files = new Map<string, string>();
  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  for await (const entry of archive) {
    let text = '';
    for await (const chunk of entry) text += String(chunk);
    files.set(entry.header.name, text);
  }
  await reading;
  return files;
}

export function getManifest(files: ArchiveFiles): Manifest {
  return JSON.parse(files.get('manifest.json') ?? '') as Manifest;
}

export async function writeArchive(path: string, files: ArchiveFiles): Promise<void> {
  const archive = pack();
  const writing = pipeline(archive, createGzip(), createWriteStream(path));
  for (const [name, text] of files) archive.entry({ name }, text);
  archive.finalize();
  await writing;
}

/** The archive with another content of one file. */
export function replaceFile(
  files: ArchiveFiles,
  name: string,
  change: (text: string) => string,
): ArchiveFiles {
  const before = files.get(name);
  if (before === undefined || change(before) === before) throw new Error(`${name} does not change.`);
  return new Map([...files, [name, change(before)]]);
}

/** The archive with a manifest whose checksums are those of its files. */
export function withRightChecksums(files: ArchiveFiles): ArchiveFiles {
  return replaceFile(files, 'manifest.json', (text) => {
    const manifest = JSON.parse(text) as Manifest;
    const parts = manifest.parts.map((part) => ({
      ...part,
      sha256: computeHash(files.get(part.name) ?? ''),
    }));
    return JSON.stringify({ ...manifest, parts });
  });
}

function computeHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
