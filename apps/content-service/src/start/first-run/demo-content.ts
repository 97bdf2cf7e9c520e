import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { SiteSettingsService } from '@content-service/site-settings';
import { readTextLines } from '../../platform/encoded-text/encoded-text.js';
import { resolvePackageFile } from '../../platform/files/package-files.js';
import type { ImportReport } from '../../transfer/site-package/import-report.js';
import { SiteImporter } from '../../transfer/site-package/site-importer.js';

const FILE = resolvePackageFile('demo/site.ndjson');

/** The demo content, a small city magazine. Loading it again restores its entries. */
@Injectable()
export class DemoContent {
  constructor(
    private readonly importer: SiteImporter,
    private readonly settings: SiteSettingsService,
  ) {}

  /**
   * Imports the demo content and allows writing.
   *
   * @returns the import report, and a summary for people
   */
  async load(): Promise<{ readonly report: ImportReport; readonly text: string }> {
    const report = await this.importer.import(readTextLines(createReadStream(FILE)));
    const { publicAccess } = await this.settings.change(
      { allowedOperations: 'read_write' },
      OPERATOR_CONTEXT,
    );
    const access = publicAccess ? 'Yes' : 'No: reading needs a token, too';
    const text = [
      `The demo content is loaded: ${report.inserted} entries created, ${report.updated} restored, ${report.unchanged} unchanged.`,
      `Allowed operations is now Read and write. Public access is ${access}.`,
    ].join('\n');
    return { report, text };
  }
}
