import type { ContentModel, ResourceType, TextFormatter } from '@content-service/bundles';
import { type Clock, formatDateTime, Problems, secondsOfDateTime, type Uuid } from '@content-service/kernel';
import type { Act } from './act.js';
import type { AttemptContext, WriteContext } from './commit.js';
import type { CreationStamp } from './creation-stamp.js';
import { EntryUnknown, RelationshipUnknown } from './entry-access.js';
import { checkDraft, type CheckedDraft, type EntryDraft } from './entry-draft.js';
import { PreconditionFailed, TypeReadOnly, TypeUnknown } from './entry.errors.js';
import { type Attributes, Entry } from './entry.js';
import type { EntryOperation } from './entry-operation.js';
import type { EntryStore } from './entry.store.js';
import { editLinkage, InvalidLinkage, readLinkage } from './linkage-edit.js';
import { checkTargets, type NamedTarget } from './linkage-values.js';

type Values = Pick<CheckedDraft, 'attributes' | 'relationships'>;
type Of<Kind extends EntryOperation['kind']> = Extract<EntryOperation, { kind: Kind }>;

/** What an operation works with: the state of the act so far, and the try the act is worked out in. */
export interface OperationContext extends AttemptContext {
  readonly act: Act;
  readonly author: WriteContext['author'] | undefined;
}

/** Gives the entry as the operation leaves it, or as it was before it was deleted. */
type Rule<Kind extends EntryOperation['kind']> = (
  operation: Of<Kind>,
  type: ResourceType,
  context: OperationContext,
) => Promise<Entry>;

/** What each kind of write means. */
export class OperationRules {
  private firstUser: Uuid | undefined;

  constructor(
    private readonly store: EntryStore,
    private readonly stamp: CreationStamp,
    private readonly clock: Clock,
    private readonly formatter: TextFormatter,
  ) {}

  /**
   * Works one operation out, and adds its change to the act.
   *
   * @throws TypeUnknown, TypeReadOnly, EntryUnknown, PreconditionFailed, RelationshipUnknown, InvalidLinkage, NotToMany,
   *   DuplicateEntry, Problems or one of the faults of a draft
   */
  perform(operation: EntryOperation, context: OperationContext): Promise<Entry> {
    const type = requireType(context.model, operation.type);
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

  private readonly create: Rule<'create'> = async ({ id, draft }, type, context) => {
    const values = await this.check(type, draft, undefined, context);
    const author = draft.relationships?.['uid'] !== undefined ? undefined : await this.author(context);
    const entry = this.newEntry(type, id, withAuthor(values, author), context.model);
    context.act.insert(entry);
    return entry;
  };

  private readonly update: Rule<'update'> = async (operation, type, context) => {
    const previous = await present(operation, context);
    const values = await this.check(type, operation.draft, previous, context);
    const entry = this.nextVersion(previous, values, context.model);
    context.act.update(entry);
    return entry;
  };

  private readonly delete: Rule<'delete'> = async (operation, _, context) => {
    const entry = await present(operation, context);
    context.act.delete(entry);
    return entry;
  };

  private readonly changeLinkage: Rule<'linkage'> = async (operation, type, context) => {
    const { act, field, data } = operation;
    const relationship = type.relationships.find(({ name }) => name === field);
    if (relationship === undefined) throw new RelationshipUnknown(type, field);
    const previous = await present(operation, context);
    const members = readLinkage(act, data, relationship, type, context.model);
    if (act !== 'remove') await requireTargets(members, context);
    const linkage = editLinkage(act, previous.relationships[field] ?? [], members, relationship);
    const { attributes, relationships } = await this.check(type, NO_CHANGE, previous, context);
    const values = { attributes, relationships: { ...relationships, [field]: linkage } };
    const entry = this.nextVersion(previous, values, context.model);
    context.act.update(entry);
    return entry;
  };

  /** Targets are looked at only when there is something to report: the store checks them once more in any case. */
  private async check(
    type: ResourceType,
    draft: EntryDraft,
    previous: Entry | undefined,
    { model, probesTargets, act }: OperationContext,
  ): Promise<Values> {
    const context = { type, model, formatter: this.formatter, now: formatDateTime(this.clock.now()) };
    const { attributes, relationships, targets, problems } = checkDraft(draft, previous, context);
    const ids = targets.map(({ id }) => id);
    if (ids.length > 0 && (problems.length > 0 || probesTargets || act.blursTargets(ids)))
      Problems.throwAny([...problems, ...checkTargets(targets, await act.exists(ids))]);
    Problems.throwAny(problems);
    return { attributes, relationships };
  }

  /** The profile a new entry belongs to; none while the site has no user, or when the account has no profile. */
  private async author({ author: given, probesTargets }: OperationContext): Promise<Uuid | undefined> {
    if (probesTargets) this.firstUser = undefined;
    const author = given ?? (this.firstUser ??= await this.findFirstUser());
    if (author === undefined || !probesTargets) return author;
    return (await this.store.exists([author])).get(author)?.type === PROFILE ? author : undefined;
  }

  private async findFirstUser(): Promise<Uuid | undefined> {
    const window = { publishedOnly: false, sort: [], offset: 0, limit: 1 };
    return (await this.store.findIds({ type: PROFILE, ...window })).ids[0];
  }

  private newEntry(
    { name }: ResourceType,
    id: Uuid,
    { attributes, relationships }: Values,
    model: ContentModel,
  ): Entry {
    const head = {
      id,
      type: name,
      published: attributes['status'] !== false,
      created: createdAt(attributes) ?? this.clock.now(),
      changed: this.clock.now(),
      version: 1,
      position: this.stamp.next(),
      modelVersion: model.version,
    };
    return Entry.of(head, attributes, relationships);
  }

  private nextVersion(previous: Entry, { attributes, relationships }: Values, model: ContentModel): Entry {
    const head = {
      id: previous.id,
      type: previous.type,
      published: attributes['status'] !== false,
      created: createdAt(attributes) ?? previous.created,
      changed: this.clock.now(),
      version: previous.version + 1,
      position: previous.position,
      modelVersion: model.version,
    };
    return Entry.of(head, attributes, relationships);
  }
}

/** The type of the entries that authors are. */
const PROFILE = 'user--user';

const NO_CHANGE: EntryDraft = { attributes: {}, relationships: {} };

/** An entry that is there under its type, in a version it is expected in. @throws EntryUnknown, PreconditionFailed */
async function present(
  { type, id, expectedVersions }: EntryOperation,
  { act }: OperationContext,
): Promise<Entry> {
  const entry = await act.find(id);
  if (entry?.type !== type) throw new EntryUnknown(type, id);
  if (expectedVersions?.includes(entry.version) === false) throw new PreconditionFailed(id);
  return entry;
}

/** A relationship endpoint answers 400 for a target that is not there, unlike an entry's body. */
async function requireTargets(members: readonly NamedTarget[], { act }: OperationContext): Promise<void> {
  if (members.length === 0) return;
  const found = await act.exists(members.map(({ id }) => id));
  for (const { id, type, pointer } of members)
    if (!found.has(id)) throw new InvalidLinkage(`There is no ${type} with the id '${id}'.`, pointer);
  Problems.throwAny(checkTargets(members, found));
}

function withAuthor(values: Values, author: Uuid | undefined): Values {
  if (author === undefined || values.relationships['uid'] === undefined) return values;
  const uid = [{ type: PROFILE, id: author }];
  return { attributes: values.attributes, relationships: { ...values.relationships, uid } };
}

function createdAt({ created }: Attributes): number | undefined {
  return typeof created === 'string' ? secondsOfDateTime(created) : undefined;
}

/** Also a bundle that vanished between routing and writing leaves nothing to be found under its name. */
function requireType(model: ContentModel, name: string): ResourceType {
  const type = model.find(name);
  if (type === undefined) throw new TypeUnknown(name);
  if (!type.entityType.writable) throw new TypeReadOnly(name);
  return type;
}
