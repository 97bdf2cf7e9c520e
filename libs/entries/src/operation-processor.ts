import type { ContentModel, ResourceType, TextFormatter } from '@content-service/bundles';
import {
  AggregateDomainError,
  type Clock,
  formatDateTime,
  type Json,
  parseDateTime,
  ProblemList,
  type Uuid,
} from '@content-service/kernel';
import { type EntryDraft, type ParsedDraft, parseDraft } from './entry-draft.js';
import type { AttemptContext, EntryUnitOfWork, WriteContext } from './entry-unit-of-work.js';
import {
  EntryNotFound,
  InvalidLinkage,
  PreconditionFailed,
  RelationshipNotFound,
  TypeNotFound,
  TypeReadOnly,
} from './entry.errors.js';
import { type Attributes, Entry, type MonotonicPositionGenerator } from './entry.js';
import type { EntryStore } from './entry.store.js';
import { applyLinkageOperation, type LinkageOperation, parseLinkage } from './linkage-edit.js';
import { type PointedTarget, validateTargets } from './linkage-values.js';

/**
 * One state of an entry. Versions of an entry that is created again under the id of a deleted one begin at 1 again; the position
 * tells the two apart.
 */
export interface EntryVersion {
  readonly version: number;
  /** `Entry.position`; without it every entry with the version is meant. */
  readonly position?: number;
}

/** The versions that an entry may have before a write; without any member it may have every version. */
export interface VersionPrecondition {
  /** The versions of `If-Match`: the entry must have one of them. */
  readonly expectedVersions?: readonly EntryVersion[];
  /** The versions of `If-None-Match`: the entry must have none of them; `'*'`: it must not exist. */
  readonly excludedVersions?: readonly EntryVersion[] | '*';
}

interface OperationTarget extends VersionPrecondition {
  /** The name of a resource type. */
  readonly type: string;
  readonly id: Uuid;
  /** The position in the request body, when the body has several operations. */
  readonly source?: OperationSource;
}

/** An operation and the entry after it, or before its deletion. */
export interface OperationResult {
  readonly operation: EntryOperation;
  readonly entry: Entry;
}

interface OperationSource {
  /** The JSON Pointer to the operation, a prefix of the pointers of its errors: `/atomic:operations/2`. */
  readonly pointer: string;
  /** The pointer, below `pointer`, of errors that have none, such as `/ref` for an entry that does not exist. */
  readonly targetPointer: string;
}

/** One write of one entry. Several form a unit of work, in which each sees the changes of those before it. */
export type EntryOperation =
  | ({ readonly kind: 'create'; readonly draft: EntryDraft } & OperationTarget)
  /** Given members of the draft replace those of the entry, others stay. */
  | ({ readonly kind: 'update'; readonly draft: EntryDraft } & OperationTarget)
  | ({ readonly kind: 'delete' } & OperationTarget)
  /** Changes one relationship. `data` is the `data` member of a linkage document. */
  | ({
      readonly kind: 'linkage';
      readonly linkageOperation: LinkageOperation;
      readonly field: string;
      readonly data: Json;
    } & OperationTarget);

type Values = Pick<ParsedDraft, 'attributes' | 'relationships' | 'schedule'>;
type OperationOfKind<Kind extends EntryOperation['kind']> = Extract<EntryOperation, { kind: Kind }>;

/** The inputs of one operation: the unit of work so far and the attempt to commit it. */
export interface OperationContext extends AttemptContext {
  readonly unitOfWork: EntryUnitOfWork;
  readonly author: WriteContext['author'] | undefined;
}

/** Returns the entry after the operation, or before its deletion. */
type OperationHandler<Kind extends EntryOperation['kind']> = (
  operation: OperationOfKind<Kind>,
  type: ResourceType,
  context: OperationContext,
) => Promise<Entry>;

/** Executes operations within a unit of work. */
export class OperationProcessor {
  private firstUser: Uuid | undefined;

  constructor(
    private readonly store: EntryStore,
    private readonly positions: MonotonicPositionGenerator,
    private readonly clock: Clock,
    private readonly formatter: TextFormatter,
  ) {}

  /**
   * Validates one operation and adds its change to the unit of work.
   *
   * @throws TypeNotFound, TypeReadOnly, EntryNotFound, PreconditionFailed, RelationshipNotFound, InvalidLinkage,
   *   ToManyRequired, DuplicateEntry, the errors of a draft (as `AggregateDomainError` when there are several)
   */
  perform(operation: EntryOperation, context: OperationContext): Promise<Entry> {
    const type = getWritableType(context.model, operation.type);
    switch (operation.kind) {
      case 'create':
        return this.create(operation, type, context);
      case 'update':
        return this.update(operation, type, context);
      case 'delete':
        return this.delete(operation, type, context);
      case 'linkage':
        return this.changeLinkage(operation, type, context);
    }
  }

  private readonly create: OperationHandler<'create'> = async ({ id, draft }, type, context) => {
    const values = await this.parse(type, draft, undefined, context, id);
    const author = draft.relationships?.['uid'] !== undefined ? undefined : await this.resolveAuthor(context);
    const entry = this.createEntry(type, id, withAuthor(values, author), context.model);
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
    const linkage = applyLinkageOperation(
      linkageOperation,
      previous.relationships[field] ?? [],
      members,
      relationship,
    );
    const { attributes, relationships } = await this.parse(type, NO_CHANGE, previous, context);
    const values = { attributes, relationships: { ...relationships, [field]: linkage } };
    const entry = this.nextVersion(previous, values, context.model);
    context.unitOfWork.update(entry);
    return entry;
  };

  /**
   * Targets are looked up only when errors are reported or required by the unit of work: the store checks them anyway.
   *
   * @param newId the id of a new entry, which can be a target of itself
   */
  private async parse(
    type: ResourceType,
    draft: EntryDraft,
    previous: Entry | undefined,
    { model, verifyTargets, unitOfWork }: OperationContext,
    newId?: Uuid,
  ): Promise<Values> {
    const context = { type, model, formatter: this.formatter, now: formatDateTime(this.clock.now()) };
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
    AggregateDomainError.throwIfAny(problems);
    return { attributes, relationships, schedule };
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
    { name }: ResourceType,
    id: Uuid,
    { attributes, relationships }: Values,
    model: ContentModel,
  ): Entry {
    const metadata = {
      id,
      type: name,
      published: attributes['status'] !== false,
      created: parseCreated(attributes) ?? this.clock.now(),
      changed: this.clock.now(),
      version: 1,
      position: this.positions.next(),
      modelVersion: model.version,
    };
    return Entry.of(metadata, attributes, relationships);
  }

  private nextVersion(previous: Entry, { attributes, relationships }: Values, model: ContentModel): Entry {
    const metadata = {
      id: previous.id,
      type: previous.type,
      published: attributes['status'] !== false,
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

/** The entry with the type and the id, whose version the operation admits. @throws EntryNotFound, PreconditionFailed */
async function getForUpdate(
  { type, id, expectedVersions, excludedVersions = [] }: EntryOperation,
  { unitOfWork }: OperationContext,
): Promise<Entry> {
  const entry = await unitOfWork.find(id);
  if (entry?.type !== type) throw new EntryNotFound(type, id);
  const isOf = ({ version, position = entry.position }: EntryVersion): boolean =>
    version === entry.version && position === entry.position;
  if (expectedVersions?.some(isOf) === false) throw new PreconditionFailed(id, 'If-Match');
  if (excludedVersions === '*' || excludedVersions.some(isOf))
    throw new PreconditionFailed(id, 'If-None-Match');
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
function getWritableType(model: ContentModel, name: string): ResourceType {
  const type = model.find(name);
  if (type === undefined) throw new TypeNotFound(name);
  if (!type.entityType.writable) throw new TypeReadOnly(name);
  return type;
}
