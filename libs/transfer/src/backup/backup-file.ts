import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { ProgressMonitor } from '@content-service/kernel';
import { type ArchiveMember, readContent, readMembers } from './archive-members.js';
import {
  BACKUP_WITH_FILES_FORMAT,
  BackupChanged,
  BackupDamaged,
  type BackupManifest,
  MANIFEST_NAME,
  parseManifest,
  type PartKind,
} from './backup-format.js';

/** A backup whose manifest fits to its parts. The bytes of files behind the manifest are checked when they are read. */
export class BackupFile {
  private constructor(
    private readonly path: string,
    /** The size of the file. */
    readonly bytes: number,
    readonly manifest: BackupManifest,
  ) {}

  /**
   * Reads the file up to the bytes of files and compares every part with the manifest.
   *
   * @param monitor is told the number of bytes
   * @throws BackupDamaged with the name of the part
   */
  static async open(path: string, monitor: ProgressMonitor): Promise<BackupFile> {
    const total = statSync(path).size;
    const checksums = new Map<string, string>();
    let manifest: BackupManifest | undefined;
    let damage: BackupDamaged | undefined;
    try {
      for await (const member of readMembers(path)) {
        const { name } = member;
        // Readers of archives disagree on which of two files with one name counts.
        if (checksums.has(name)) throw new BackupDamaged(name, 'it is there twice');
        const content = await readContent(member);
        checksums.set(name, computeChecksum(content));
        if (name === MANIFEST_NAME) manifest = parseManifest(content.toString());
        await monitor.report({ phase: 'check', done: member.bytesRead, total });
        if (manifest?.format === BACKUP_WITH_FILES_FORMAT) break;
      }
    } catch (error) {
      // The checksum of gzip is behind everything, and does not tell which part it is.
      if (manifest === undefined || !(error instanceof BackupDamaged)) throw error;
      damage = error;
    }
    if (manifest === undefined) throw new BackupDamaged(MANIFEST_NAME, 'it is missing');
    for (const { name, sha256 } of manifest.parts) {
      const found = checksums.get(name);
      if (found === undefined) throw new BackupDamaged(name, 'it is missing');
      if (found !== sha256) throw new BackupDamaged(name, `its SHA-256 is ${found}, not ${sha256}`);
    }
    if (damage !== undefined) throw damage;
    return new BackupFile(path, total, manifest);
  }

  /**
   * The lines of one kind, without line ends. Every part is compared with the manifest again.
   *
   * @param onRead called after each part with the number of bytes of the file that were read
   * @throws BackupChanged
   */
  async *lines(kind: PartKind, onRead: (bytes: number) => void = () => undefined): AsyncGenerator<string> {
    const parts = this.manifest.parts.filter((part) => part.kind === kind);
    const checksums = new Map(parts.map(({ name, sha256 }) => [name, sha256]));
    if (checksums.size === 0) return;
    for await (const member of readMembers(this.path)) {
      const { name, bytesRead } = member;
      const content = await readContent(member);
      const checksum = checksums.get(name);
      if (checksum === undefined) continue;
      checksums.delete(name);
      if (computeChecksum(content) !== checksum) throw new BackupChanged(name);
      yield* content
        .toString()
        .split('\n')
        .filter((line) => line !== '');
      onRead(bytesRead);
      if (checksums.size === 0) return;
    }
  }

  /**
   * What follows the manifest: the bytes of files, in the order of their entries in the site package.
   *
   * @throws BackupDamaged when no further member can be read
   */
  async *fileMembers(): AsyncGenerator<ArchiveMember> {
    if (this.manifest.files === undefined) return;
    let isBehind = false;
    for await (const member of readMembers(this.path)) {
      if (isBehind) yield member;
      else member.content.resume();
      isBehind ||= member.name === MANIFEST_NAME;
    }
  }
}

function computeChecksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
