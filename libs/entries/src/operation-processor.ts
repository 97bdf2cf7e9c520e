import type { ContentModel, ResourceType, TextFormatter } from '@content-service/bundles';
import {
  AggregateDomainError,
  type Clock,
  formatDateTime,
  parseDateTime,
  ProblemList,
  type Uuid,
} from '@content-service/kernel';
import { type DraftContext, type EntryDraft, type ParsedDraft, parseDraft } from './entry-draft.js';
import type {
  EntryOperation,
  OperationContext,
  OperationOfKind,
  OperationOutcome,
  OperationTarget,
} from './entry-operation.js';
import {
  EntryNotFound,
  InvalidLinkage,
  RelationshipNotFound,
  TypeNotFound,
  TypeReadOnly,
} from './entry.errors.js';
import {
  type Attributes,
  Entry,
  isPublished,
  type MonotonicPositionGenerator,
  type Relationships,
} from './entry.js';
import type { EntryStore } from './entry.store.js';
import { CopyOperations } from './copies/copy-operations.js';
import {
  addImageSizes,
  checkFiles,
  findTemporary,
  type LinkContext,
  toPermanent,
} from './files/link-files.js';
import { renameFile } from './files/rename-file.js';
import { applyLinkageOperation, parseLinkage } from './linkage-edit.js';
import { type PointedTarget, validateTargets } from './linkage-values.js';
import { requiresValue } from './required-values.js';
import { assertAdmitted } from './version-precondition.js';

/** An operation and its outcome. */
export interface OperationResult extends OperationOutcome {
  readonly operation: EntryOperation;
}

type Values = Pick<ParsedDraft, 'attributes' | 'relationships' | 'schedule'>;
type DraftRules = Pick<DraftContext, 'allowMissing' | 'checkedFields'>;

/** Returns the entry after the operation, or before its deletion. */
type OperationHandler<Kind extends EntryOperation['kind']> = (
  operation: Omit<OperationOfKind<Kind>, 'kind'>,
  type: ResourceType,
  context: OperationContext,
) => Promise<Entry>;

/** Executes operations within a unit of work. */
export class OperationProcessor {
  private firstUser: Uuid | undefined;
  private readonly copies: CopyOperations;

  constructor(
    private readonly store: EntryStore,
    private readonly positions: MonotonicPositionGenerator,
    private readonly clock: Clock,
    private readonly formatter: TextFormatter,
  ) {
    this.copies = new CopyOperations({
      positions,
      update: this.update,
      parse: (type, draft, previous, context, rules) => this.parse(type, draft, previous, context, { rules }),
      nextVersion: (previous, values, model) => this.nextVersion(previous, values, model),
    });
  }

  /**
   * Validates one operation and adds its change to the unit of work.
   *
   * @throws TypeNotFound, TypeReadOnly, EntryNotFound, EntryPreconditionFailed, RelationshipNotFound, InvalidLinkage,
   *   ToManyRequired, DuplicateEntry, WorkingCopyNotFound, WorkingCopyConflict, the errors of a draft (as `AggregateDomainError` when
   *   there are several)
   */
  async perform(operation: EntryOperation, context: OperationContext): Promise<OperationOutcome> {
    const type = getWritableType(context.model, operation);
    switch (operation.kind) {
      case 'create':
        return { entry: await this.create(operation, type, context) };
      case 'update':
        return { entry: await this.update(operation, type, context) };
      case 'delete':
        return { entry: await this.delete(operation, type, context) };
      case 'linkage':
        return { entry: await this.changeLinkage(operation, type, context) };
      case 'saveCopy':
        return this.copies.save(operation, type, context);
      case 'promoteCopy':
        return this.copies.promote(operation, type, context);
      case 'discardCopy':
        return this.copies.discard(operation, type, context);
    }
  }

  private readonly create: OperationHandler<'create'> = async ({ id, draft, given }, type, context) => {
    const values = await this.parse(type, draft, undefined, context, { newId: id });
    const author = draft.relationships?.['uid'] !== undefined ? undefined : await this.resolveAuthor(context);
    const authored = withAuthor({ ...values, attributes: { ...values.attributes, ...given } }, author);
    const entry = this.createEntry(type, id, authored, context.model);
    context.unitOfWork.insert(entry, values.schedule);
    return entry;
  };

  private readonly update: OperationHandler<'update'> = async (operation, type, context) => {
    const previous = await getForUpdate(operation, context);
    const values = await this.parse(type, operation.draft, previous, context);
    const entry = this.nextVersion(previous, values, context.model);
    context.unitOfWork.update(entry, values.schedule);
    return entry;
  };

  private readonly delete: OperationHandler<'delete'> = async (operation, _, context) => {
    const entry = await getForUpdate(operation, context);
    context.unitOfWork.delete(entry);
    return entry;
  };

  private readonly changeLinkage: OperationHandler<'linkage'> = async (operation, type, context) => {
    const { linkageOperation, field, data } = operation;
    const relationship = type.relationships.find(({ name }) => name === field);
    if (relationship === undefined) throw new RelationshipNotFound(type, field);
    const previous = await getForUpdate(operation, context);
    const members = parseLinkage(linkageOperation, data, relationship, type, context.model);
    if (linkageOperation !== 'remove') await assertTargetsExist(members, context);
    const linkage = applyLinkageOperation(linkageOperation, previous.relationships[field] ?? [], members, {
      ...relationship,
      required: requiresValue(relationship, type, previous.published),
    });
    const { attributes, relationships } = await this.parse(type, NO_CHANGE, previous, context);
    const linked = await this.linkFiles(
      { ...relationships, [field]: linkage },
      linkageOperation === 'remove' ? [] : members,
      { type, previous, problems: new ProblemList() },
      context,
    );
    const values = { attributes, relationships: linked };
    const entry = this.nextVersion(previous, values, context.model);
    context.unitOfWork.update(entry);
    return entry;
  };

  /**
   * Targets are looked up only when errors are reported or required by the unit of work: the store checks them anyway.
   *
   * @param options `newId`: the id of a new entry, which can be a target of itself
   */
  private async parse(
    type: ResourceType,
    draft: EntryDraft,
    previous: Entry | undefined,
    operationContext: OperationContext,
    { newId, rules }: { readonly newId?: Uuid; readonly rules?: DraftRules } = {},
  ): Promise<Values> {
    const { model, menus, verifyTargets, unitOfWork } = operationContext;
    const context = { type, model, formatter: this.formatter, menus, now: this.formatNow(), ...rules };
    const { attributes, relationships, schedule, targets, problems } = parseDraft(draft, previous, context);
    const [own, others] = [
      targets.filter(({ id }) => id === newId),
      targets.filter(({ id }) => id !== newId),
    ];
    const ids = others.map(({ id }) => id);
    if (ids.length > 0 && (problems.total > 0 || verifyTargets || unitOfWork.requiresTargetCheck(ids)))
      validateTargets(others, await unitOfWork.findStatuses(ids), problems);
    if (newId !== undefined)
      validateTargets(own, new Map([[newId, { type: type.name, published: true }]]), problems);
    const renamed = previous === undefined ? attributes : renameFile(previous, attributes, problems);
    const place = { type, previous, problems };
    const linked = await this.linkFiles(relationships, targets, place, operationContext);
    return { attributes: renamed, relationships: linked, schedule };
  }

  /**
   * Checks the files among the targets and makes temporary ones permanent, in the same unit of work.
   *
   * @returns the relationships with the sizes of images
   * @throws the problems
   */
  private async linkFiles(
    relationships: Relationships,
    targets: readonly PointedTarget[],
    place: Omit<LinkContext, 'unitOfWork'>,
    { unitOfWork, model }: OperationContext,
  ): Promise<Relationships> {
    const files = await checkFiles(targets, { ...place, unitOfWork });
    AggregateDomainError.throwIfAny(place.problems);
    for (const file of findTemporary(files)) {
      const attributes = toPermanent(file.attributes, this.formatNow());
      unitOfWork.update(this.nextVersion(file, { attributes, relationships: file.relationships }, model));
    }
    return addImageSizes(relationships, files, place.type);
  }

  private formatNow(): string {
    return formatDateTime(this.clock.now());
  }

  /** The author of a new entry; `undefined` while the site has no user, or when the account has no profile. */
  private async resolveAuthor({
    author: requested,
    verifyTargets,
  }: OperationContext): Promise<Uuid | undefined> {
    if (verifyTargets) this.firstUser = undefined;
    const author = requested ?? (this.firstUser ??= await this.findFirstUser());
    if (author === undefined || !verifyTargets) return author;
    return (await this.store.findStatuses([author])).get(author)?.type === AUTHOR_TYPE ? author : undefined;
  }

  private async findFirstUser(): Promise<Uuid | undefined> {
    const first = { publishedOnly: false, sort: [], offset: 0, limit: 1 };
    return (await this.store.findIds({ type: AUTHOR_TYPE, ...first })).ids[0];
  }

  private createEntry(
    type: ResourceType,
    id: Uuid,
    { attributes, relationships }: Values,
    model: ContentModel,
  ): Entry {
    const metadata = {
      id,
      type: type.name,
      published: isPublished(attributes, type),
      created: parseCreated(attributes) ?? this.clock.now(),
      changed: this.clock.now(),
      version: 1,
      position: this.positions.next(),
      modelVersion: model.version,
    };
    return Entry.of(metadata, attributes, relationships);
  }

  private nextVersion(previous: Entry, { attributes, relationships }: Values, model: ContentModel): Entry {
    const type = model.find(previous.type);
    const metadata = {
      id: previous.id,
      type: previous.type,
      published: type === undefined ? previous.published : isPublished(attributes, type),
      created: parseCreated(attributes) ?? previous.created,
      changed: this.clock.now(),
      version: previous.version + 1,
      position: previous.position,
      modelVersion: model.version,
    };
    return Entry.of(metadata, attributes, relationships);
  }
}

/** The resource type of authors. */
const AUTHOR_TYPE = 'user--user';

const NO_CHANGE: EntryDraft = { attributes: {}, relationships: {} };

/** The entry with the type and the id, whose version the operation admits. @throws EntryNotFound, EntryPreconditionFailed */
async function getForUpdate(
  { type, id, ...precondition }: OperationTarget,
  { unitOfWork }: OperationContext,
): Promise<Entry> {
  const entry = await unitOfWork.find(id);
  if (entry?.type !== type) throw new EntryNotFound(type, id);
  assertAdmitted(id, [entry], precondition);
  return entry;
}

/** Throws InvalidLinkage (400) for a missing target at a relationship endpoint; in the body of an entry it is 422. */
async function assertTargetsExist(
  members: readonly PointedTarget[],
  { unitOfWork }: OperationContext,
): Promise<void> {
  if (members.length === 0) return;
  const statuses = await unitOfWork.findStatuses(members.map(({ id }) => id));
  for (const { id, type, pointer } of members)
    if (!statuses.has(id)) throw new InvalidLinkage(`There is no ${type} with the id '${id}'.`, pointer);
  const problems = new ProblemList();
  validateTargets(members, statuses, problems);
  AggregateDomainError.throwIfAny(problems);
}

function withAuthor(values: Values, author: Uuid | undefined): Values {
  if (author === undefined || values.relationships['uid'] === undefined) return values;
  const uid = [{ type: AUTHOR_TYPE, id: author }];
  return { attributes: values.attributes, relationships: { ...values.relationships, uid } };
}

function parseCreated({ created }: Attributes): number | undefined {
  return typeof created === 'string' ? parseDateTime(created) : undefined;
}

/** The type may be missing because its bundle was removed after routing. @throws TypeNotFound, TypeReadOnly */
function getWritableType(model: ContentModel, operation: EntryOperation): ResourceType {
  const type = model.find(operation.type);
  if (type === undefined) throw new TypeNotFound(operation.type);
  const { writable } = type.entityType;
  const isByClient = operation.kind === 'create' && operation.given === undefined;
  if (writable === false || (writable === 'existing' && isByClient)) throw new TypeReadOnly(operation.type);
  return type;
}
