import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DomainError } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { EventStream } from './event-stream.js';

/**
 * Streams of all readers. Each keeps its connection, so with a tenth of the default of MAX_CONNECTIONS streams cannot take the
 * connections that requests need.
 */
const STREAMS_OF_PROCESS = 200;

/** Streams of one network, or of one API client or user. */
const STREAMS_OF_READER = 5;

/** The part of all streams that anonymous readers may have, so that their networks cannot shut out readers with a token. */
const ANONYMOUS_SHARE = 0.5;

/** What the streams of one reader are counted by. */
export interface EventStreamReader {
  /** The network of an anonymous reader, else client and user. */
  readonly key: string;
  readonly isAnonymous: boolean;
}

/** The place of one stream among those of this process. */
export class EventStreamSlot {
  private stream: Pick<EventStream, 'stop'> | undefined;
  private hasStopped = false;

  constructor(readonly reader: EventStreamReader) {}

  /** The stream that has the slot; it ends with the service. */
  use(stream: Pick<EventStream, 'stop'>): void {
    this.stream = stream;
    if (this.hasStopped) stream.stop();
  }

  stop(): void {
    this.hasStopped = true;
    this.stream?.stop();
  }
}

/** The streams of this process. */
@Injectable()
export class EventStreamAdmission implements OnModuleDestroy {
  private readonly slots = new Set<EventStreamSlot>();

  constructor(
    private readonly config: Config,
    { registry }: Metrics,
  ) {
    const { slots } = this;
    new Gauge({
      name: 'content_service_streams',
      help: 'Open streams of events.',
      registers: [registry],
      collect() {
        this.set(slots.size);
      },
    });
  }

  /**
   * Runs a stream of a reader in a slot, which is taken before anything is awaited, so that parallel requests cannot pass
   * the limits together.
   *
   * @throws StreamsExhausted, StreamsOfReaderExhausted
   */
  async run(reader: EventStreamReader, body: (slot: EventStreamSlot) => Promise<void>): Promise<void> {
    const slot = this.reserve(reader);
    try {
      await body(slot);
    } finally {
      this.slots.delete(slot);
    }
  }

  onModuleDestroy(): void {
    for (const slot of this.slots) slot.stop();
  }

  private reserve(reader: EventStreamReader): EventStreamSlot {
    const { slots } = this;
    const { streamMax = STREAMS_OF_PROCESS } = this.config.events;
    if (slots.size >= streamMax) throw new StreamsExhausted();
    const others = [...slots].filter((other) => other.reader.isAnonymous === reader.isAnonymous);
    // Rounded up, so that a single stream is not reserved for tokens.
    if (reader.isAnonymous && others.length >= Math.ceil(streamMax * ANONYMOUS_SHARE))
      throw new StreamsExhausted();
    const own = others.filter((other) => other.reader.key === reader.key);
    if (own.length >= STREAMS_OF_READER) throw new StreamsOfReaderExhausted();
    const slot = new EventStreamSlot(reader);
    slots.add(slot);
    return slot;
  }
}

class StreamsExhausted extends DomainError {
  readonly retryAfterSeconds = 5;

  constructor() {
    super('streams_exhausted', 'This process serves as many streams of events as it can; try again later.');
  }
}

class StreamsOfReaderExhausted extends DomainError {
  readonly retryAfterSeconds = 5;

  constructor() {
    super(
      'streams_of_reader_exhausted',
      `A reader may have ${STREAMS_OF_READER} streams of events at a time.`,
    );
  }
}
