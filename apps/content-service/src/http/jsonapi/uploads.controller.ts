import { Controller, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { FILE_TYPE, isMultiple } from '@content-service/bundles';
import { type Entry, EntryEditor, type EntryOperation, EntryReader } from '@content-service/entries';
import { FileUploads, type Upload } from '@content-service/files';
import {
  buildEntryHref,
  computeEntryETag,
  serializeEntryDocument,
  serializeRelatedDocument,
} from '@content-service/jsonapi';
import { OpenRequestRegistry } from '../../platform/load/open-request-registry.js';
import { AllowedMethodsGuard, RequireWriteAccess } from '../access/access-guards.js';
import { ContentApi } from '../content-api/content-api.js';
import { HttpContext } from './read-request.pipes.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { consumeBody } from '../protocol/request-body.js';
import { sendWritten } from '../protocol/send.js';
import { UploadMetrics } from './upload-metrics.js';
import {
  HostUploadPipe,
  type HostUploadRequest,
  UploadPipe,
  type UploadRequest,
} from './upload-request.pipes.js';

type FileCreation = EntryOperation & { readonly kind: 'create' };

/** Uploads, as the reference implementation has them: the body is the file, and Content-Disposition names it. */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class UploadsController {
  constructor(
    private readonly uploads: FileUploads,
    private readonly editor: EntryEditor,
    private readonly reader: EntryReader,
    private readonly open: OpenRequestRegistry,
    private readonly metrics: UploadMetrics,
  ) {}

  /** A new file, which is to be linked: `POST /api/node/article/field_image`. */
  @Post(ROUTES.entry)
  @RequireWriteAccess()
  async create(
    @HttpContext(UploadPipe) { context, writeContext, upload }: UploadRequest,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.receive(response, upload, async (operation) => {
      const [result] = await this.editor.perform([operation], writeContext);
      return result?.entry;
    });
    const result = await this.reader.represent(file, context);
    response.setHeader('Location', buildEntryHref(file, context.apiRoot));
    sendWritten(
      response,
      201,
      computeEntryETag(file, result, context),
      serializeEntryDocument(result, context),
    );
  }

  /** A new file in the field of an entry: it replaces the one of a to-one field, and is added to those of another. */
  @Post(ROUTES.related)
  @RequireWriteAccess()
  async attach(
    @HttpContext(HostUploadPipe) { context, writeContext, upload, host }: HostUploadRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { field } = upload;
    const { type, ...target } = host;
    await this.receive(response, upload, async (operation) => {
      const identifier = { type: FILE_TYPE, id: operation.id };
      const link: EntryOperation = {
        ...{ kind: 'linkage', type: type.name, ...target, field: field.name },
        ...(isMultiple(field)
          ? { linkageOperation: 'add', data: [identifier] }
          : { linkageOperation: 'replace', data: identifier }),
      };
      const permanent = { ...operation, given: { ...operation.given, status: true, temporary: false } };
      const [result] = await this.editor.perform([permanent, link], writeContext);
      return result?.entry;
    });
    const result = await this.reader.getRelated(type, host.id, field.name, context);
    const etag = computeEntryETag(result.host, result, context);
    sendWritten(response, 200, etag, serializeRelatedDocument(result, field.name, context));
  }

  private receive(
    response: Response,
    upload: Upload,
    write: (file: FileCreation) => Promise<Entry | undefined>,
  ): Promise<Entry> {
    this.open.allowLongBody(response);
    return this.metrics.measure(async () => {
      const file = await consumeBody(response.req, (body) => this.uploads.run(body, upload, write));
      if (file === undefined) throw new Error('The upload has no result.');
      return file;
    });
  }
}
