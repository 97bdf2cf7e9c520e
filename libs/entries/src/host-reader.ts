import type { ContentModel, ResourceType } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type Principal, ScopeMissing } from '@content-service/scopes';
import type { EntryCopy } from './copies/entry-copy.js';
import { showCopy, type ShownCopy } from './copies/show-copy.js';
import { EntryNotFound, RevisionNotFound, TokenRequired } from './entry.errors.js';
import { assertVisible, canSeeUnpublished, type Entry } from './entry.js';
import type { EntryStore } from './entry.store.js';
import type { EntryRevision, EntryRevisionStore } from './history/entry-revision.js';
import { withoutGoneTargets } from './history/gone-targets.js';
import type { PreviewSigner } from './previews/preview-signer.js';
import type { PreviewToken } from './previews/preview-token.js';

/** The version of the host that a read is about; its present state without members. */
export interface HostVersion {
  /** The number of the revision whose state of the host is read; its present state without one. */
  readonly revision?: number | undefined;
  /** Whether the host is read as its working copy shows it, when it has one. */
  readonly workingCopy?: boolean | undefined;
  /** Opens the host as its editors see it, for any principal; nothing else that is read. */
  readonly preview?: PreviewToken | undefined;
}

interface HostContext extends HostVersion {
  readonly principal: Principal;
  readonly model: ContentModel;
}

/** The host of a read: the one entry that its path names. */
export interface HostState {
  readonly entry: Entry;
  /** The change that replaced this state; absent of the present one. */
  readonly revision?: EntryRevision | undefined;
  /** The working copy that the entry is shown by. */
  readonly copy?: ShownCopy | undefined;
}

/** What a preview opens. */
export interface PreviewedHost extends HostState {
  readonly type: ResourceType;
}

/** Reads the entry that a path names in the version that a request names. */
export class HostReader {
  constructor(
    private readonly store: EntryStore,
    private readonly revisions: EntryRevisionStore,
    private readonly previews: PreviewSigner,
  ) {}

  /**
   * The state of an entry that a read is about.
   *
   * @throws EntryNotFound, EntryHidden, TokenRequired, ScopeMissing, RevisionNotFound, PreviewInvalid, PreviewExpired
   */
  async get(
    type: ResourceType,
    id: Uuid,
    { model, principal, revision, workingCopy = false, preview }: HostContext,
  ): Promise<HostState> {
    if (revision !== undefined) return this.getRevision(type, id, revision, principal);
    if (preview !== undefined) {
      const previewed = await this.findPreviewed(id, preview, model);
      if (previewed?.type !== type) throw new EntryNotFound(type.name, id);
      return previewed;
    }
    const { entry, copy } = await this.findWithCopy(id, workingCopy && type.entityType.versioned);
    if (entry?.type !== type.name) throw new EntryNotFound(type.name, id);
    if (copy === undefined) assertVisible(principal, entry);
    else assertSeesUnpublished(principal);
    return this.show(type, entry, copy);
  }

  private async findWithCopy(
    id: Uuid,
    withCopy: boolean,
  ): Promise<{ readonly entry?: Entry | undefined; readonly copy?: EntryCopy | undefined }> {
    const [entries, copies] = await Promise.all([
      this.store.getMany([id]),
      withCopy ? this.revisions.findCopies([id]) : undefined,
    ]);
    return { entry: entries.get(id), copy: copies?.get(id) };
  }

  private async show(type: ResourceType, entry: Entry, copy: EntryCopy | undefined): Promise<HostState> {
    if (copy === undefined) return { entry };
    const shown = await showCopy(entry, copy, type, (ids) => this.store.findStatuses(ids));
    return { entry: shown.entry, copy: shown };
  }

  /** Whether an entry has a working copy that is not the one read; always false for principals that may not see it. */
  async hasCopy(
    { entityType }: ResourceType,
    id: Uuid,
    { principal, revision, workingCopy = false }: HostContext,
  ): Promise<boolean> {
    if (workingCopy || revision !== undefined || !entityType.versioned || !canSeeUnpublished(principal))
      return false;
    return (await this.revisions.findCopies([id])).has(id);
  }

  /**
   * The entry that a preview opens, as its editors see it: by its working copy, without who saved it and why, when it has one.
   *
   * @returns `undefined` when there is none with the id
   * @throws PreviewInvalid, PreviewExpired
   */
  async findPreviewed(
    id: Uuid,
    token: PreviewToken,
    model: ContentModel,
  ): Promise<PreviewedHost | undefined> {
    const { entry, copy } = await this.findWithCopy(id, true);
    const type = entry && model.find(entry.type);
    if (entry === undefined || type === undefined) return undefined;
    this.previews.assertOpens(entry, token);
    const shown = copy && { ...copy, head: { base: copy.head.base } };
    return { type, ...(await this.show(type, entry, shown)) };
  }

  /**
   * A replaced or deleted state, without linkage to what has been deleted since.
   *
   * @throws TokenRequired, ScopeMissing for principals that see no unpublished entries, RevisionNotFound
   */
  private async getRevision(
    type: ResourceType,
    id: Uuid,
    number: number,
    principal: Principal,
  ): Promise<{ readonly entry: Entry; readonly revision: EntryRevision }> {
    assertSeesUnpublished(principal);
    const revision = Number.isSafeInteger(number) ? await this.revisions.find(id, number) : undefined;
    if (revision?.entry.type !== type.name) throw new RevisionNotFound(id, number);
    return { entry: await withoutGoneTargets(revision.entry, this.store), revision };
  }
}

/** @throws TokenRequired for an anonymous principal, ScopeMissing for a token without the scope */
function assertSeesUnpublished(principal: Principal): void {
  if (principal.kind === 'anonymous') throw new TokenRequired();
  if (!canSeeUnpublished(principal)) throw new ScopeMissing(CONTENT_ADMINISTER);
}
