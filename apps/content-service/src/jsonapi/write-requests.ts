import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ContentModelService } from '@content-service/bundles';
import {
  type Entry,
  EntryEditor,
  EntryReader,
  type UpdateOptions,
  type WriteContext,
} from '@content-service/entries';
import {
  expectedVersions,
  parseEntryQuery,
  parseJson,
  requireAcceptable,
  requireContentType,
} from '@content-service/jsonapi';
import type { Json, Uuid } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import type { Principal } from '@content-service/scopes';
import { Config } from '../config.js';
import { ReadRequest } from './read-request.js';
import { bodyReader } from './request-body.js';
import { RequestSurroundings } from './request-surroundings.js';
import type { ExchangeOfEntry } from './request.decorators.js';
import { idIn, relationshipIn, typeIn } from './target.js';

/** A write whose body has not been looked at. */
export interface BegunWrite {
  /** How its answer is to look. */
  readonly read: ReadRequest;
  readonly context: WriteContext;
}

/** What all writes have in common, in the order in which faults are told. */
@Injectable()
export class WriteRequests {
  private readonly readBody: ReturnType<typeof bodyReader>;

  constructor(
    config: Config,
    private readonly surroundings: RequestSurroundings,
    private readonly models: ContentModelService,
    private readonly clients: ClientRegistry,
    private readonly reader: EntryReader,
    private readonly editor: EntryEditor,
  ) {
    this.readBody = bodyReader(config.bodyLimitBytes);
  }

  /** Everything that can be said before the entry and the body are looked at. */
  async begin({ request }: ExchangeOfEntry, body: 'document' | 'ignored'): Promise<BegunWrite> {
    const surroundings = this.surroundings.of(request);
    const { model, settings, rawQuery, principal } = surroundings;
    const type = typeIn(request.params, model);
    if ('field' in request.params) relationshipIn(request.params, type);
    if (body === 'document') requireContentType(request.headers['content-type']);
    requireAcceptable(request.headers.accept);
    const query = parseEntryQuery(rawQuery, { model, types: [type], limits: settings });
    const read = new ReadRequest(type, query, surroundings);
    const context = await this.contextFor(principal);
    // A write whose answer could not be given must not be stored.
    const preview = async (entry: Entry): Promise<void> => {
      await this.reader.written(entry, read.reading);
    };
    return { read, context: { ...context, preview } };
  }

  /** The body of a write that makes something. */
  async body({ request, response }: ExchangeOfEntry): Promise<Buffer> {
    return this.readBody(request, response);
  }

  /**
   * What the body of a write says about an entry that must exist: that it does not is told before any fault of the
   * body, and looked for only when there is one, since the write itself will see.
   */
  async bodyAbout<T>(
    id: Uuid,
    { read }: BegunWrite,
    exchange: ExchangeOfEntry,
    parse: (body: Json) => T,
  ): Promise<T> {
    try {
      return parse(parseJson(await this.body(exchange)));
    } catch (error) {
      await this.editor.find(read.type.name, id);
      throw error;
    }
  }

  idOf({ request }: ExchangeOfEntry, { read }: BegunWrite): Uuid {
    return idIn(request.params, read.type);
  }

  /** What every write is done with, whoever asks for it. */
  async contextFor(principal: Principal): Promise<WriteContext> {
    const author = await this.authorOf(principal);
    return {
      model: () => this.models.current(),
      reloadModel: () => this.models.refresh(),
      ...(author === undefined ? {} : { author }),
    };
  }

  /** Whose a new entry is: the user's, or the one the client was made for. */
  private async authorOf(principal: Principal): Promise<Uuid | undefined> {
    if (principal.kind === 'user') return principal.userId;
    if (principal.kind === 'client') return (await this.clients.find(principal.clientId))?.user;
    return undefined;
  }
}

/** The versions the client saw, from `If-Match`. */
export function updateOptions({ headers }: Request): UpdateOptions {
  const versions = expectedVersions(headers['if-match']);
  return versions === undefined ? {} : { expectedVersions: versions };
}
