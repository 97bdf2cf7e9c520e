import type { ContentModel } from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import type { SiteImporter } from '../site-package/site-importer.js';
import { type BundleLabel, readBundleLabels } from './bundle-labels.js';
import { deriveModel, type SitePlan } from './derive-model.js';
import { Download, type DownloadOptions } from './download.js';
import type { DownloadFolder, DownloadState } from './download-folder.js';
import { ImportNotes } from './import-notes.js';
import { createReport, type JsonApiImportReport } from './import-report.js';
import { ObservedSite } from './observe-fields.js';
import type { TypeHints } from './schema-hints.js';
import { createDefinitionRecords, SiteRecordWriter } from './site-records.js';
import type { SourceClient } from './source-client.js';
import { readSchemas } from './source-schemas.js';
import { toTargetType } from './type-names.js';

/** What has been read of a source. */
export interface DownloadedSite {
  readonly state: DownloadState;
  readonly observed: ObservedSite;
  readonly schemas: ReadonlyMap<string, TypeHints>;
  readonly labels: ReadonlyMap<string, BundleLabel>;
}

/** Entity types in an order with few references to later entries. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node'];

/**
 * Downloads the resources of a site, or the rest of them, and looks at their fields.
 *
 * @throws SourceUnavailable, OtherImport
 */
export async function downloadSite(
  client: SourceClient,
  folder: DownloadFolder,
  options: DownloadOptions,
  monitor: ProgressMonitor,
): Promise<DownloadedSite> {
  const state = await new Download(client, folder, options).run(monitor);
  const observed = new ObservedSite();
  for (const [index, collection] of state.collections.entries())
    for await (const resource of folder.readResources(index, collection)) observed.add(resource);
  const schemas = await readSchemas(client, state);
  return { state, observed, schemas, labels: await readBundleLabels(client, state) };
}

/** The report of what an import into an empty service would do. */
export function tryImport({ state, ...described }: DownloadedSite, model: ContentModel): JsonApiImportReport {
  return createReport(state, deriveModel(described, model), new ImportNotes());
}

/** Imports downloaded resources. It can be repeated: entries that are stored already stay as they are. */
export async function importSite(
  { state, ...described }: DownloadedSite,
  folder: DownloadFolder,
  importer: SiteImporter,
  model: ContentModel,
  monitor: ProgressMonitor,
): Promise<JsonApiImportReport> {
  const plan = deriveModel(described, model);
  const notes = new ImportNotes();
  const writer = new SiteRecordWriter(
    new URL(state.source).origin,
    plan,
    (type) => plan.get(type)?.target.name ?? model.find(toTargetType(type).name)?.name,
    notes,
  );
  const total = state.collections.reduce((sum, { resources }) => sum + resources, plan.size + 1);
  const stored = await importer.import(
    readLines(state, folder, plan, writer),
    (done) => void monitor.report({ phase: 'import', done, total }),
    // Documents of the source are valid there, even where they lack a value that was required later.
    { allowMissing: true, leaveOutRefused: true },
  );
  return createReport(state, plan, notes, stored);
}

async function* readLines(
  { collections }: DownloadState,
  folder: DownloadFolder,
  plan: SitePlan,
  writer: SiteRecordWriter,
): AsyncGenerator<string> {
  for (const record of createDefinitionRecords(plan)) yield JSON.stringify(record);
  const sorted = collections
    .map((collection, index) => ({ collection, index, rank: getRank(collection.name) }))
    .sort((one, other) => one.rank - other.rank);
  for (const { collection, index } of sorted)
    for await (const resource of folder.readResources(index, collection)) {
      const record = writer.write(resource);
      if (record !== undefined) yield JSON.stringify(record);
    }
}

function getRank(name: string): number {
  return ORDER.indexOf(toTargetType(name).entityType.name);
}
