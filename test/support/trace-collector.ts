import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from './free-port.js';
import { decodeExportedTraces, type KeyValue } from './otlp.js';

export interface CollectedSpan {
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

/** A stub of an OpenTelemetry collector: receives OTLP/HTTP and decodes it. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly resources: Readonly<Record<string, string | number>>[] = [];
  readonly requests: { readonly url: string | undefined; readonly apiKey: unknown }[] = [];
  private readonly server = createServer((request, response) => {
    void this.receive(request).then((status) => response.writeHead(status).end());
  });

  private constructor(readonly url: string) {}

  static async start(): Promise<TraceCollector> {
    const port = await freePort();
    const collector = new TraceCollector(`http://127.0.0.1:${port}`);
    await new Promise<void>((resolve) => collector.server.listen(port, '127.0.0.1', resolve));
    return collector;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The spans of a trace by name. */
  ofTrace(traceId: string): readonly CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  private async receive(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    if (request.headers['content-type'] !== 'application/x-protobuf') return 415;
    this.requests.push({ url: request.url, apiKey: request.headers['api-key'] });
    for (const { resource, scopeSpans } of decodeExportedTraces(body).resourceSpans) {
      this.resources.push(toRecord(resource.attributes));
      for (const { spans } of scopeSpans)
        for (const span of spans)
          this.spans.push({
            name: span.name,
            kind: span.kind ?? 0,
            traceId: Buffer.from(span.traceId).toString('hex'),
            spanId: Buffer.from(span.spanId).toString('hex'),
            parentSpanId: Buffer.from(span.parentSpanId ?? []).toString('hex'),
            attributes: toRecord(span.attributes),
            failed: span.status?.code === 2,
          });
    }
    return 200;
  }
}

function toRecord(attributes: readonly KeyValue[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
