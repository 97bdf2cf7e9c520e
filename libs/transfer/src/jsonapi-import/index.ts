export { ClientCredentials } from './client-credentials.js';
export type { DownloadOptions } from './download.js';
export { DownloadFolder } from './download-folder.js';
export { FileClient } from './file-client.js';
export { formatImportReport, type JsonApiImportReport } from './import-report.js';
export { downloadSite, importSite, tryImport } from './jsonapi-import.js';
export type { FileTransfer } from './source-file-import.js';
export { type SourceAccess, SOURCE_LIMITS, SourceClient } from './source-client.js';
