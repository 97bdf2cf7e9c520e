import { isDeepStrictEqual } from 'node:util';
import type { AuditActor } from '@content-service/audit';
import type { ContentModelService } from '@content-service/bundles';
import type { EntryEditor, EntryRevisionStore } from '@content-service/entries';
import { LineRefused } from './entry-from-line.js';
import type { WorkingCopyLine } from './site-line.js';

/** Saves the working copies of a site package, as editors save them: checked, and merged into those that are there. */
export class ImportedCopies {
  constructor(
    private readonly editor: Pick<EntryEditor, 'saveCopy'>,
    private readonly revisions: Pick<EntryRevisionStore, 'findCopies'>,
    private readonly models: ContentModelService,
  ) {}

  /**
   * @returns whether the working copy became another one
   * @throws LineRefused, EntryNotFound, the errors of a draft, EntryWriteContended
   */
  async save({ type, id, attributes, relationships }: WorkingCopyLine, actor: AuditActor): Promise<boolean> {
    if (this.models.current().find(type)?.entityType.versioned !== true)
      throw new LineRefused(`Entries of the type '${type}' have no working copies.`);
    const before = (await this.revisions.findCopies([id])).get(id);
    const { copy } = await this.editor.saveCopy(
      type,
      id,
      { attributes, relationships },
      {
        model: () => this.models.current(),
        reloadModel: () => this.models.refresh(),
        origin: { cause: 'import', actor },
      },
    );
    return copy !== undefined && !isDeepStrictEqual(copy.copy.content, before?.content);
  }
}
