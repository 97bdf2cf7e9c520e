import { Injectable, type PipeTransform } from '@nestjs/common';
import type { EntryOperation, WriteContext } from '@content-service/entries';
import {
  ATOMIC_OPERATIONS,
  type DocumentContext,
  parseJson,
  parseOperations,
  parseOperationsQuery,
  requireAcceptable,
  requireContentType,
} from '@content-service/jsonapi';
import { IdGenerator } from '@content-service/kernel';
import { RequestSurroundings } from './request-surroundings.js';
import type { ExchangeOfEntry } from './request.decorators.js';
import { applies } from './send.js';
import { WriteRequests } from './write-requests.js';

export interface OperationsRequest {
  readonly operations: readonly EntryOperation[];
  readonly context: WriteContext;
  readonly document: DocumentContext;
}

@Injectable()
export class OperationsPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(
    private readonly surroundings: RequestSurroundings,
    private readonly writes: WriteRequests,
    private readonly ids: IdGenerator,
  ) {}

  async transform(exchange: ExchangeOfEntry): Promise<OperationsRequest> {
    const { request, response } = exchange;
    const { site, model, settings, rawQuery, principal } = this.surroundings.of(request);
    requireContentType(request.headers['content-type'], ATOMIC_OPERATIONS);
    requireAcceptable(request.headers.accept, ATOMIC_OPERATIONS);
    applies(response, 'ext', ATOMIC_OPERATIONS);
    const { fields } = parseOperationsQuery(rawQuery);
    const body = parseJson(await this.writes.body(exchange));
    const operations = parseOperations(body, {
      maximum: settings.atomicOperationsMaximum,
      newId: () => this.ids.next(),
    });
    const context = await this.writes.contextFor(principal);
    return { operations, context, document: { site, model, fields, query: rawQuery } };
  }
}
