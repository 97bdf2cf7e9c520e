import { type Field, FILE_TYPE, getStatusField, UNLIMITED } from '@content-service/bundles';
import type { ImportReport, LineNote } from '../site-package/import-report.js';
import type { SitePlan } from './derive-model.js';
import type { DownloadedCollection, DownloadState } from './download-folder.js';
import { type FileReport, formatFileReport } from './file-report.js';
import { NoteCounter, type ImportNote } from './note-counter.js';
import type { MenuCount, MenuSurvey } from './menu-survey.js';

/** The result of one collection of the source. */
interface CollectionReport {
  readonly type: string;
  /** The resource type of this service. */
  readonly target: string | null;
  readonly read: number;
  /** Resources that the credentials do not allow to read. */
  readonly hidden: number;
  readonly hiddenExamples: readonly string[];
  /** The number that the source tells. */
  readonly count: number | null;
  readonly fields: readonly FieldReport[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

interface FieldReport {
  readonly source: string;
  readonly name: string;
  readonly type: string;
  /** -1: any number. */
  readonly cardinality: number;
  readonly targetTypes?: readonly string[] | undefined;
}

/** The result of an import or of a trial. */
export interface JsonApiImportReport {
  readonly source: string;
  readonly types: readonly CollectionReport[];
  /** Resource types that were left out because they hold configuration. */
  readonly configuration: readonly string[];
  /** Resources and values that were not read or not stored. */
  readonly problems: readonly ImportNote[];
  /** Values that were stored in another form. */
  readonly notes: readonly ImportNote[];
  readonly files: FileReport;
  /** The menus that links of the source name. */
  readonly menus: readonly MenuCount[];
  /** Absent in a trial. */
  readonly stored?: Pick<ImportReport, 'bundles' | 'inserted' | 'updated' | 'unchanged'>;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The value at the end of a message. */
const REPEATED_VALUE = /, got .*(?=\.$)/s;
const REPEATED_ALIAS = /(?<=The path alias )'.*'(?= is taken)/s;

/** @param stored absent in a trial */
export function createReport(
  state: DownloadState,
  plan: SitePlan,
  notes: NoteCounter,
  files: FileReport,
  { counts: menus }: Pick<MenuSurvey, 'counts'>,
  stored?: ImportReport,
): JsonApiImportReport {
  const problems = new NoteCounter();
  for (const { file, reason } of files.missingFiles)
    problems.add(`the content of a file was not taken over: ${reason}`, file);
  for (const message of state.refused) problems.add(message, state.source);
  for (const { name, fault, ...collection } of state.collections) {
    if (fault !== undefined) problems.add(fault, name);
    else addCountNote(name, collection, notes);
  }
  addLineNotes(stored?.problems ?? [], problems);
  addLineNotes(stored?.warnings ?? [], notes);
  addPlanNotes(plan, files, notes);
  const report = {
    source: state.source,
    types: state.collections.map((collection) => toCollectionReport(collection, plan)),
    configuration: state.selection.include.length > 0 ? [] : state.configuration.map(({ name }) => name),
    problems: problems.toArray(),
    notes: notes.toArray(),
    files,
    menus,
  };
  if (stored === undefined) return report;
  const { bundles, inserted, updated, unchanged } = stored;
  return { ...report, stored: { bundles, inserted, updated, unchanged } };
}

/** Sources whose content changes between two pages may skip resources. */
function addCountNote(
  name: string,
  { resources, omitted, count = 0 }: Pick<DownloadedCollection, 'resources' | 'omitted' | 'count'>,
  notes: NoteCounter,
): void {
  if (resources + omitted < count)
    notes.add(
      `${name}: the source counts ${count} resources, but gave ${resources} and hid ${omitted}`,
      name,
    );
}

/** Counts messages together that differ by their ids, values or path aliases only. */
function addLineNotes(lines: readonly LineNote[], notes: NoteCounter): void {
  for (const { entry, line, message } of lines)
    notes.add(
      message.replaceAll(UUID, '…').replace(REPEATED_VALUE, '').replace(REPEATED_ALIAS, "'…'"),
      entry ?? `line ${line}`,
    );
}

function addPlanNotes(plan: SitePlan, files: FileReport, notes: NoteCounter): void {
  for (const { source, target, fields, resources, schedules, definition } of plan.values()) {
    const status = getStatusField(target.entityType);
    if (fields.has(status) && fields.get(status)?.field.name !== status)
      notes.add(
        `${source}.${status}: no yes or no; it became a field of its own, and all entries are published`,
        source,
      );
    for (const name of schedules)
      if (definition?.fields.some((field) => field.name === name) === true)
        notes.add(
          `${source}.${name}: the field ${name} hides the schedules; delete it, and import again`,
          source,
        );
    for (const { source: field, clash } of fields.values())
      if (clash !== undefined)
        notes.add(
          `${source}.${field}: values of different types (${clash.join(', ')}), stored as JSON`,
          source,
        );
    if (target.name === FILE_TYPE && resources > 0 && files.fetched === undefined)
      notes.add(`${source}: the content of the files stays at the source, with their addresses`, source);
  }
}

function toCollectionReport(
  { name, resources, omitted, omittedExamples, count }: DownloadedCollection,
  plan: SitePlan,
): CollectionReport {
  const type = plan.get(name);
  return {
    type: name,
    target: type?.target.name ?? null,
    read: resources,
    hidden: omitted,
    hiddenExamples: omittedExamples,
    count: count ?? null,
    fields: [
      ...[...(type?.fields.values() ?? [])].map(({ source, field }) => toFieldReport(source, field)),
      ...(type?.schedules ?? []).map((source) => ({
        source,
        name: source,
        type: 'schedule',
        cardinality: 1,
      })),
    ],
    leftOut: type?.leftOut ?? [],
  };
}

function toFieldReport(source: string, { name, type, cardinality, settings }: Field): FieldReport {
  return { source, name, type, cardinality, targetTypes: settings.targetTypes };
}

const LISTED = 40;

/** The report as text for an operator. */
export function formatImportReport(report: JsonApiImportReport, isTrial: boolean): string {
  const { types, configuration, problems, notes, files, menus, stored } = report;
  const left =
    configuration.length === 0
      ? []
      : [
          `left out: ${configuration.length} resource types of configuration, such as ${configuration[0] ?? ''}; ` +
            '--include takes over what it names.',
        ];
  const count = { read: 0, hidden: 0 };
  for (const { read, hidden } of types) {
    count.read += read;
    count.hidden += hidden;
  }
  const read = `${types.length} resource types: ${count.read} resources read, ${count.hidden} not readable`;
  const result =
    stored === undefined
      ? 'nothing was changed (--dry-run)'
      : `${stored.bundles} bundles changed; ${stored.inserted} entries created, ${stored.updated} changed, ` +
        `${stored.unchanged} unchanged`;
  return [
    ...types.flatMap((type) => formatType(type, isTrial)),
    ...left,
    ...formatNotes('problem', problems),
    ...formatNotes('note', notes),
    ...formatFileReport(files),
    ...formatMenus(menus),
    `${read}; ${result}; ${problems.length} problems, ${notes.length} notes.`,
  ].join('\n');
}

function formatType(
  { type, target, read, hidden, count, fields, leftOut }: CollectionReport,
  withFields: boolean,
): string[] {
  const total = count === null ? '' : ` of ${count}`;
  const head = `${type} → ${target ?? 'nothing'}: ${read}${total} read, ${hidden} not readable`;
  if (!withFields) return [head];
  return [
    head,
    ...fields.map(({ source, name, type, cardinality, targetTypes }) => {
      const many =
        cardinality === 1 ? '' : cardinality === UNLIMITED ? ', any number' : `, up to ${cardinality}`;
      const targets = targetTypes === undefined ? '' : ` to ${targetTypes.join(', ')}`;
      return `  ${source === name ? name : `${source} → ${name}`}: ${type}${targets}${many}`;
    }),
    ...leftOut.map(({ name, reason }) => `  ${name}: left out, ${reason}`),
  ];
}

function formatMenus(menus: readonly MenuCount[]): string[] {
  if (menus.length === 0) return [];
  return [`links of menus: ${menus.map(({ name, links }) => `${name} ${links}`).join(', ')}`];
}

function formatNotes(kind: string, notes: readonly ImportNote[]): string[] {
  const lines = notes.slice(0, LISTED).map(({ message, count, examples }) => {
    const times = count === 1 ? '' : ` (${count} times)`;
    return `${kind}: ${message}${times}, at ${examples[0] ?? ''}`;
  });
  const rest = notes.length - lines.length;
  return rest === 0 ? lines : [...lines, `${rest} more ${kind}s are listed by --json.`];
}
