import { Injectable, type PipeTransform } from '@nestjs/common';
import { parse as parseContentDisposition } from 'content-disposition';
import type { Request } from 'express';
import { type Field, FILE_TYPE, type ResourceType } from '@content-service/bundles';
import { EntryEditor, type VersionPrecondition, type WriteContext } from '@content-service/entries';
import type { Upload } from '@content-service/files';
import {
  assertAcceptable,
  parseContentType,
  parseWriteQuery,
  UnsupportedMediaType,
} from '@content-service/jsonapi';
import { DomainError, type Uuid } from '@content-service/kernel';
import {
  type HttpExchange,
  parseId,
  type RequestContext,
  RequestContextFactory,
  resolveType,
  toRequestContext,
} from './read-request.pipes.js';
import { WriteContextFactory } from './write-context.factory.js';
import { findFileField } from '../protocol/allowed-methods.js';
import { RouteNotFound } from '../protocol/http.errors.js';
import { parsePrecondition } from '../protocol/preconditions.js';

const BINARY = 'application/octet-stream';

/** The header Content-Disposition of an upload names no file. */
class FileNameMissing extends DomainError {
  constructor() {
    super(
      'file_name_missing',
      'An upload needs a header such as Content-Disposition: file; filename="tram.jpg".',
      {
        source: { header: 'Content-Disposition' },
      },
    );
  }
}

/** An upload to a field: POST of the path of the field. */
export interface UploadRequest {
  /** The context of the document that answers: that of the file. */
  readonly context: RequestContext;
  readonly writeContext: WriteContext;
  readonly upload: Upload;
}

/** An upload to the field of an entry, which links the file. */
export interface HostUploadRequest extends UploadRequest {
  /** The entry that links the file, and its type. */
  readonly host: { readonly type: ResourceType; readonly id: Uuid } & VersionPrecondition;
}

/** Checks path, headers, query and host of uploads in this order; the body is not read. */
@Injectable()
export class UploadRequestParser {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly writeContexts: WriteContextFactory,
    private readonly editor: EntryEditor,
  ) {}

  /**
   * @param segment the parameter of the path that names the field
   * @throws BundleNotFound, RouteNotFound, UnsupportedMediaType, FileNameMissing, NotAcceptable and the errors of the query
   */
  async parse(
    { request }: HttpExchange,
    segment: 'id' | 'field',
  ): Promise<UploadRequest & { type: ResourceType }> {
    const site = this.contexts.create(request);
    const { model, settings } = site;
    const type = resolveType(request.params, model);
    const field = findFileField(request.params, request.params[segment], model);
    if (field === undefined) throw new RouteNotFound();
    const upload = parseUpload(request, field);
    assertAcceptable(request.headers.accept);
    const fileType = model.find(FILE_TYPE) ?? type;
    const query = parseWriteQuery(site.query, { model, types: [fileType], limits: settings });
    const context = toRequestContext(site, fileType, query);
    return { type, context, upload, writeContext: await this.writeContexts.create(request) };
  }

  /** @throws the errors of `parse`, EntryNotFound */
  async parseHost(exchange: HttpExchange): Promise<HostUploadRequest> {
    const { type, ...parsed } = await this.parse(exchange, 'field');
    const id = parseId(exchange.request.params, type);
    await this.editor.get(type.name, id);
    return { ...parsed, host: { type, id, ...parsePrecondition(exchange.request.headers) } };
  }
}

/** @throws UnsupportedMediaType, FileNameMissing */
function parseUpload({ headers }: Request, field: Field): Upload {
  const isBinary = parseContentType(headers['content-type'])?.name === BINARY;
  if (!isBinary || (headers['content-encoding'] ?? 'identity') !== 'identity')
    throw UnsupportedMediaType.create(`'${BINARY}' without Content-Encoding`, headers['content-type']);
  const name = findFileName(headers['content-disposition']);
  if (name === undefined) throw new FileNameMissing();
  const length = headers['content-length'];
  return { name, field, announcedBytes: length === undefined ? undefined : Number(length) };
}

/** The parameter `filename` of a header, or `filename*` where it has both (RFC 6266 §4.3). */
function findFileName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { filename } = parseContentDisposition(header).parameters;
  return filename === '' ? undefined : filename;
}

@Injectable()
export class UploadPipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: UploadRequestParser) {}

  transform(exchange: HttpExchange): Promise<UploadRequest> {
    return this.parser.parse(exchange, 'id');
  }
}

@Injectable()
export class HostUploadPipe implements PipeTransform<HttpExchange> {
  constructor(private readonly parser: UploadRequestParser) {}

  transform(exchange: HttpExchange): Promise<HostUploadRequest> {
    return this.parser.parseHost(exchange);
  }
}
