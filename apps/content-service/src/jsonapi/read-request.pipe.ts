import { Injectable, type PipeTransform } from '@nestjs/common';
import { type ResourceType, targetTypes } from '@content-service/bundles';
import {
  asksForProfile,
  type CollectionQuery,
  CURSOR_PAGINATION,
  type CursorQuery,
  CursorSeal,
  parseCollectionQuery,
  parseCursorQuery,
  parseEntryQuery,
  requireAcceptable,
} from '@content-service/jsonapi';
import type { Uuid } from '@content-service/kernel';
import { ReadRequest, type Surroundings } from './read-request.js';
import { RequestSurroundings } from './request-surroundings.js';
import type { ExchangeOfEntry } from './request.decorators.js';
import { applies } from './send.js';
import { idIn, relationshipIn, typeIn } from './target.js';

/** A request about one entry or what lies below it. */
export interface EntryRequest {
  readonly read: ReadRequest;
  readonly id: Uuid;
  /** The relationship; empty for the entry itself. */
  readonly field: string;
}

/** A request for a part of a collection: by an offset, or by a cursor where the client asks for that profile. */
export type CollectionRead =
  | { readonly by: 'offset'; readonly read: ReadRequest<CollectionQuery> }
  | { readonly by: 'cursor'; readonly read: ReadRequest<CursorQuery> };

@Injectable()
export class CollectionRequestPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(
    private readonly surroundings: RequestSurroundings,
    private readonly seal: CursorSeal,
  ) {}

  transform({ request, response }: ExchangeOfEntry): CollectionRead {
    const surroundings = this.surroundings.of(request);
    const { model, principal, settings, rawQuery } = surroundings;
    const type = typeIn(request.params, model);
    const { accept } = request.headers;
    requireAcceptable(accept);
    const context = { model, type, principal, limits: settings };
    if (!asksForProfile(accept, CURSOR_PAGINATION)) {
      const query = parseCollectionQuery(rawQuery, context);
      return { by: 'offset', read: new ReadRequest(type, query, surroundings) };
    }
    applies(response, 'profile', CURSOR_PAGINATION);
    const query = parseCursorQuery(rawQuery, context, this.seal);
    return { by: 'cursor', read: new ReadRequest(type, query, surroundings) };
  }
}

@Injectable()
export class EntryRequestPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly surroundings: RequestSurroundings) {}

  transform({ request }: ExchangeOfEntry): EntryRequest {
    const surroundings = this.surroundings.of(request);
    return entryRequest(request, surroundings, (type) => [type]);
  }
}

/** `include` starts at the host (behaviour of the reference): `include=field_tags.parent`. */
@Injectable()
export class RelationshipRequestPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly surroundings: RequestSurroundings) {}

  transform({ request }: ExchangeOfEntry): EntryRequest {
    const surroundings = this.surroundings.of(request);
    return entryRequest(request, surroundings, (type) => {
      relationshipIn(request.params, type);
      return [type];
    });
  }
}

/** `include` starts at the entries the relationship points at. */
@Injectable()
export class RelatedRequestPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly surroundings: RequestSurroundings) {}

  transform({ request }: ExchangeOfEntry): EntryRequest {
    const surroundings = this.surroundings.of(request);
    return entryRequest(request, surroundings, (type) =>
      targetTypes(relationshipIn(request.params, type), type.name).flatMap(
        (name) => surroundings.model.find(name) ?? [],
      ),
    );
  }
}

/** First whether the path leads somewhere, then whether the query can be read, then whether the id can be one. */
function entryRequest(
  request: ExchangeOfEntry['request'],
  surroundings: Surroundings,
  includeStarts: (type: ResourceType) => readonly ResourceType[],
): EntryRequest {
  const { model, settings, rawQuery } = surroundings;
  const type = typeIn(request.params, model);
  const types = includeStarts(type);
  requireAcceptable(request.headers.accept);
  const query = parseEntryQuery(rawQuery, { model, types, limits: settings });
  const read = new ReadRequest(type, query, surroundings);
  return { read, id: idIn(request.params, type), field: request.params.field };
}
