import { Injectable, type PipeTransform } from '@nestjs/common';
import type { EntryDraft, UpdateOptions } from '@content-service/entries';
import { parseChangedEntry, parseJson, parseNewEntry, primaryData } from '@content-service/jsonapi';
import type { Json, Uuid } from '@content-service/kernel';
import { type RequestMark, requestMark } from './idempotent-creation.js';
import type { ExchangeOfEntry } from './request.decorators.js';
import { type BegunWrite, updateOptions, WriteRequests } from './write-requests.js';

export interface NewEntryRequest extends BegunWrite {
  readonly draft: EntryDraft;
  readonly mark: RequestMark | undefined;
}

@Injectable()
export class NewEntryPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly writes: WriteRequests) {}

  async transform(exchange: ExchangeOfEntry): Promise<NewEntryRequest> {
    const begun = await this.writes.begin(exchange, 'document');
    const body = await this.writes.body(exchange);
    const draft = parseNewEntry(parseJson(body), begun.read.type.name);
    const key = exchange.request.get('Idempotency-Key');
    const mark = requestMark(key, begun.read.surroundings.principal, begun.read.type.name, body);
    return { ...begun, draft, mark };
  }
}

/** A write about an entry that is there. */
export interface PresentEntryRequest extends BegunWrite {
  readonly id: Uuid;
  readonly options: UpdateOptions;
}

export interface ChangedEntryRequest extends PresentEntryRequest {
  readonly draft: EntryDraft;
}

@Injectable()
export class ChangedEntryPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly writes: WriteRequests) {}

  async transform(exchange: ExchangeOfEntry): Promise<ChangedEntryRequest> {
    const begun = await this.writes.begin(exchange, 'document');
    const id = this.writes.idOf(exchange, begun);
    const { name } = begun.read.type;
    const draft = await this.writes.bodyAbout(id, begun, exchange, (body) =>
      parseChangedEntry(body, name, id),
    );
    return { ...begun, id, draft, options: updateOptions(exchange.request) };
  }
}

@Injectable()
export class DeletedEntryPipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly writes: WriteRequests) {}

  async transform(exchange: ExchangeOfEntry): Promise<PresentEntryRequest> {
    const begun = await this.writes.begin(exchange, 'ignored');
    return { ...begun, id: this.writes.idOf(exchange, begun), options: updateOptions(exchange.request) };
  }
}

export interface LinkageRequest extends PresentEntryRequest {
  readonly field: string;
  readonly data: Json;
}

@Injectable()
export class LinkagePipe implements PipeTransform<ExchangeOfEntry> {
  constructor(private readonly writes: WriteRequests) {}

  async transform(exchange: ExchangeOfEntry): Promise<LinkageRequest> {
    const begun = await this.writes.begin(exchange, 'document');
    const id = this.writes.idOf(exchange, begun);
    const data = await this.writes.bodyAbout(id, begun, exchange, primaryData);
    const { field } = exchange.request.params;
    return { ...begun, id, field, data, options: updateOptions(exchange.request) };
  }
}
