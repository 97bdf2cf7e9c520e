import type { ContentModelService, TextFormatter } from '@content-service/bundles';
import {
  applyEdit,
  type Entry,
  type EntryEditor,
  type EntryOperation,
  type EntryStore,
  type FieldValues,
  findUnlike,
  parseEdit,
  type ParsedEdit,
  pickEdited,
  toValuesDraft,
  TypeNotFound,
  validateTargets,
  type WriteContext,
} from '@content-service/entries';
import {
  AggregateDomainError,
  type Clock,
  DomainError,
  formatDateTime,
  type ProblemList,
  type Uuid,
} from '@content-service/kernel';
import type { SiteSettingsService } from '@content-service/site-settings';
import type { TypeEdit } from './bulk-action.js';
import { addFailures, type Outcome, toFailure } from './bulk-outcome.js';
import { FORMER_VALUES_MAXIMUM, type FormerValues, type FormerValuesLog } from './former-values.js';
import { performBatch } from './perform-batch.js';

/** Where the former values of a batch are kept. */
interface LogPart {
  readonly job: Uuid;
  readonly part: number;
}

interface EditedBatch {
  readonly outcome: Outcome;
  /** How many of the entries of the batch were looked at: the first ones, whose former values are not too long together. */
  readonly taken: number;
  /** How many entries the part of the log has. */
  readonly kept: number;
}

/** Gives the same change of fields to many entries, each as by a request of its own, and sets it back. */
export class BulkEdits {
  constructor(
    private readonly entries: EntryStore,
    private readonly editor: EntryEditor,
    private readonly models: ContentModelService,
    private readonly settings: SiteSettingsService,
    private readonly log: FormerValuesLog,
    private readonly formatter: TextFormatter,
    private readonly clock: Clock,
  ) {}

  /** What no entry of the type could be given. @throws TypeNotFound */
  async findProblems(edit: TypeEdit): Promise<ProblemList> {
    const { targets, problems } = this.parse(edit);
    validateTargets(targets, await this.entries.findStatuses(targets.map(({ id }) => id)), problems);
    return problems;
  }

  /**
   * Edits entries; those that have the values already are left as they are. What an undo sets back is kept before.
   *
   * @throws TypeNotFound, and what the model does not allow any more
   */
  async change(
    { job, part }: LogPart,
    ids: readonly Uuid[],
    edit: TypeEdit,
    before: Outcome,
    createContext: () => WriteContext,
  ): Promise<EditedBatch> {
    const parsed = this.parse(edit);
    AggregateDomainError.throwIfAny(parsed.problems);
    const { changes, unchanged, taken } = compare(ids, await this.entries.getMany(ids), parsed);
    const kept = await this.log.add(
      job,
      part,
      changes.map(({ former }) => former),
    );
    const outcome = await performBatch(
      changes.map(({ entry, wanted }) => toUpdate(entry, wanted, parsed)),
      { ...before, unchanged: before.unchanged + unchanged },
      this.editor,
      this.models,
      createContext,
    );
    return { outcome, taken, kept };
  }

  /**
   * Sets the entries of a part of the log back, unless they were changed again since. Targets that do not exist any more are left
   * out.
   *
   * @throws as `change`
   */
  async setBack(
    { job, part }: LogPart,
    edit: TypeEdit,
    before: Outcome,
    createContext: () => WriteContext,
  ): Promise<Outcome> {
    const parsed = this.parse(edit);
    AggregateDomainError.throwIfAny(parsed.problems);
    const log = (await this.log.find(job, part)) ?? [];
    const entries = await this.entries.getMany(log.map(({ id }) => id));
    const gone = await this.findGone([parsed.values, ...log]);
    const operations: EntryOperation[] = [];
    const failures: Outcome['failures'][number][] = [];
    let { unchanged } = before;
    for (const { id, ...values } of log) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      const former = withoutTargets(values, gone);
      const edited = withoutTargets(applyEdit(former, parsed), gone);
      const different = findUnlike(entry, former);
      const [changed] = findUnlike(entry, edited).filter((name) => different.includes(name));
      if (different.length === 0) unchanged += 1;
      else if (changed === undefined) operations.push(toUpdate(entry, former, parsed));
      else failures.push(toFailure(id, new EntryChangedSince(changed)));
    }
    return performBatch(
      operations,
      addFailures({ ...before, unchanged }, failures),
      this.editor,
      this.models,
      createContext,
    );
  }

  /** @throws TypeNotFound */
  private parse(edit: TypeEdit): ParsedEdit {
    const model = this.models.current();
    const type = model.find(edit.resourceType);
    if (type === undefined) throw new TypeNotFound(edit.resourceType);
    const menus = this.settings.current().menus.map(({ name }) => name);
    const now = formatDateTime(this.clock.now());
    return parseEdit(edit, { type, model, formatter: this.formatter, menus, now });
  }

  /** The targets of values that do not exist any more. */
  private async findGone(values: readonly FieldValues[]): Promise<ReadonlySet<Uuid>> {
    const targets = values.flatMap(({ relationships }) => Object.values(relationships).flat());
    const ids = [...new Set(targets.map(({ id }) => id))];
    const statuses = await this.entries.findStatuses(ids);
    return new Set(ids.filter((id) => !statuses.has(id)));
  }
}

interface EntryChange {
  readonly entry: Entry;
  readonly former: FormerValues;
  readonly wanted: FieldValues;
}

interface Comparison extends Pick<EditedBatch, 'taken'> {
  readonly changes: readonly EntryChange[];
  /** How many have the values already. */
  readonly unchanged: number;
}

/** Compares entries with what an edit makes of them, until their former values are too long for one part of the log. */
function compare(ids: readonly Uuid[], entries: ReadonlyMap<Uuid, Entry>, edit: ParsedEdit): Comparison {
  const changes: EntryChange[] = [];
  let [unchanged, length] = [0, 0];
  for (const [taken, id] of ids.entries()) {
    const entry = entries.get(id);
    if (entry === undefined) continue;
    const former = { id, ...pickEdited(entry, edit) };
    const wanted = applyEdit(former, edit);
    if (findUnlike(former, wanted).length === 0) {
      unchanged += 1;
      continue;
    }
    length += JSON.stringify(former).length;
    if (length > FORMER_VALUES_MAXIMUM && changes.length > 0) return { changes, unchanged, taken };
    changes.push({ entry, former, wanted });
  }
  return { changes, unchanged, taken: ids.length };
}

/** An update of exactly the version that was looked at. */
function toUpdate(
  { id, version, position }: Entry,
  values: FieldValues,
  { type }: ParsedEdit,
): EntryOperation {
  const draft = toValuesDraft(values, type);
  return { kind: 'update', type: type.name, id, draft, expectedVersions: [{ version, position }] };
}

function withoutTargets({ attributes, relationships }: FieldValues, gone: ReadonlySet<Uuid>): FieldValues {
  const kept = Object.entries(relationships).map(
    ([name, linkage]): [string, FieldValues['relationships'][string]] => [
      name,
      linkage.filter(({ id }) => !gone.has(id)),
    ],
  );
  return { attributes, relationships: Object.fromEntries(kept) };
}

/** The entry has another value than the bulk action gave it. */
class EntryChangedSince extends DomainError {
  constructor(field: string) {
    super('entry_changed_since', `${field} was changed after the bulk action.`);
  }
}
