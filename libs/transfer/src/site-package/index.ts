export { FileProblems } from '../file-bytes/file-problems.js';
export { formatBytes } from '../file-bytes/stored-file.js';
export type { ImportReport, LineNote } from './import-report.js';
export { ImportRules } from './import-rules.js';
export { type ExportedFiles, SiteExporter } from './site-exporter.js';
export { createSiteImportJob, NOTES_SHOWN, SITE_IMPORT_KIND, SiteImportJob } from './site-import.job.js';
export { parseHeader, SiteImporter } from './site-importer.js';
export { SitePackageModule } from './site-package.module.js';
export { SpooledLines } from './spooled-lines.js';
