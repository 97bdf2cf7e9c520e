import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { FILE_TYPE } from '@content-service/bundles';
import { fileKey, FilesNotConfigured, FileStore } from '@content-service/files';
import { readTextLines, type Uuid } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { type ImportReport, SiteImporter } from '@content-service/transfer/site-package';
import { resolvePackageFile } from '../../platform/files/package-files.js';

const FILE = resolvePackageFile('demo/site.ndjson');

const PICTURES = resolvePackageFile('demo/pictures/');

/** The part of a line of the demo content that describes a file. */
interface DemoLine {
  readonly resource?: {
    readonly type: string;
    readonly id: Uuid;
    readonly attributes: { readonly filename: string; readonly filemime: string };
  };
}

/** The demo content, a small city magazine. Loading it again restores its entries. */
@Injectable()
export class DemoContent {
  constructor(
    private readonly importer: SiteImporter,
    private readonly settings: SiteSettingsService,
    private readonly files: FileStore,
  ) {}

  /**
   * Imports the demo content and allows writing.
   *
   * @returns the import report, and a summary for people
   * @throws FileStoreUnavailable, FileStoreFull
   */
  async load(): Promise<{ readonly report: ImportReport; readonly text: string }> {
    const hasPictures = await this.storePictures();
    const report = await this.importer.import(readTextLines(createReadStream(FILE)));
    const { publicAccess } = await this.settings.change(
      { allowedOperations: 'read_write' },
      OPERATOR_CONTEXT,
    );
    const access = publicAccess ? 'Yes' : 'No: reading needs a token, too';
    const text = [
      `The demo content is loaded: ${report.inserted} entries created, ${report.updated} restored, ${report.unchanged} unchanged.`,
      `Allowed operations is now Read and write. Public access is ${access}.`,
      ...(hasPictures ? [] : ['Its pictures are missing: the configuration lacks FILE_STORE.']),
    ].join('\n');
    return { report, text };
  }

  /** Stores the bytes of the pictures, before their entries. @returns whether the deployment has a place for them */
  private async storePictures(): Promise<boolean> {
    try {
      for await (const line of readTextLines(createReadStream(FILE))) {
        const { resource } = JSON.parse(line) as DemoLine;
        if (resource?.type !== FILE_TYPE) continue;
        const { filename, filemime } = resource.attributes;
        await this.storePicture(resource.id, join(PICTURES, filename), filemime);
      }
      return true;
    } catch (error) {
      if (error instanceof FilesNotConfigured) return false;
      throw error;
    }
  }

  private async storePicture(id: Uuid, picture: string, type: string): Promise<void> {
    const key = fileKey(id);
    if ((await this.files.stat(key)) !== undefined) return;
    // The store takes the file that it gets.
    const path = join(await this.files.temporaryFolder(), randomUUID());
    await copyFile(picture, path);
    await this.files.put(key, { path, bytes: (await stat(path)).size, type });
  }
}
