import type { ContentModel, ResourceType } from '@content-service/bundles';
import { type ReadContext, seesUnpublished } from '@content-service/entries';
import type { DocumentContext, DocumentShape, Site, TagCircumstances } from '@content-service/jsonapi';
import type { Principal } from '@content-service/scopes';
import type { SiteSettings } from '@content-service/site-settings';

/** What is true of the service and the reader at the moment of one request. */
export interface Surroundings {
  readonly site: Site;
  readonly model: ContentModel;
  readonly settings: SiteSettings;
  readonly settingsVersion: number;
  readonly principal: Principal;
  /** What stands behind the `?`, still encoded. */
  readonly rawQuery: string;
}

/** A request that is understood, in the forms in which those who answer it want to hear of it. */
export class ReadRequest<Query extends DocumentShape = DocumentShape> {
  readonly reading: ReadContext;
  readonly document: DocumentContext;
  readonly circumstances: TagCircumstances;

  constructor(
    readonly type: ResourceType,
    readonly query: Query,
    readonly surroundings: Surroundings,
  ) {
    const { site, model, settings, settingsVersion, principal, rawQuery } = surroundings;
    const { includedMaximum } = settings;
    this.reading = { principal, model, include: query.include, includedMaximum };
    this.document = { site, model, fields: query.fields, query: rawQuery };
    this.circumstances = {
      modelVersion: model.version,
      settingsVersion,
      query: rawQuery,
      seesUnpublished: seesUnpublished(principal),
    };
  }
}
