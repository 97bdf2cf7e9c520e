import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type * as Api from '@opentelemetry/api';
import type * as Core from '@opentelemetry/core';
import type * as Exporter from '@opentelemetry/exporter-trace-otlp-proto';
import type * as Resources from '@opentelemetry/resources';
import type * as Sdk from '@opentelemetry/sdk-trace';
import { DomainError } from '@content-service/kernel';
import type { TracingOptions } from '../config/tracing-environment.js';

/** Kinds of spans that the service creates. */
type SpanKind = 'server' | 'client' | 'producer' | 'internal';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Api.Attributes;
  /** Start in epoch milliseconds; default now. */
  readonly startTime?: number;
}

/** Time limit of one export in milliseconds, also at the end of the process. */
const EXPORT_TIMEOUT_MS = 5000;

class TracingUnavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      'tracing_unavailable',
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry cannot be loaded. ' +
        'Install the optional dependencies (`npm install --include=optional`) or unset the variable.',
      { cause },
    );
  }
}

/**
 * Creates spans and sends them to a collector by OTLP/HTTP. Exists only while tracing is on: the packages of
 * OpenTelemetry and `AsyncLocalStorage` are not loaded otherwise. Nothing is registered globally.
 */
export class Tracing implements OnApplicationShutdown {
  private readonly active = new AsyncLocalStorage<Api.Span>();

  private constructor(
    private readonly api: typeof Api,
    private readonly tracer: Api.Tracer,
    private readonly propagator: Api.TextMapPropagator,
    private readonly provider: Sdk.TracerProvider,
  ) {}

  /** @throws TracingUnavailable */
  static async start(options: TracingOptions): Promise<Tracing> {
    const [api, { W3CTraceContextPropagator }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
      await loadPackages();
    const logger = new Logger('Tracing');
    api.diag.setLogger(toDiagLogger(logger), api.DiagLogLevel.ERROR);
    const exporter = new OTLPTraceExporter({
      url: `${options.endpoint}/v1/traces`,
      headers: { ...options.headers },
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    const provider = new sdk.TracerProvider({
      sampler: createSampler(sdk, options),
      resource: resourceFromAttributes({
        'service.name': options.serviceName,
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
      }),
      spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
    });
    return new Tracing(api, provider.getTracer('content-service'), new W3CTraceContextPropagator(), provider);
  }

  /** Sends the spans that have ended. */
  async flush(): Promise<void> {
    await this.provider.forceFlush();
  }

  /** Sends the remaining spans. A collector that does not answer does not fail the shutdown; the exporter reports it. */
  async onApplicationShutdown(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }

  /** Starts the span of a request, which continues the trace of its headers `traceparent` and `tracestate`. */
  startRequestSpan(name: string, headers: object): Api.Span {
    const { api, propagator } = this;
    const parent = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
    return this.tracer.startSpan(name, { kind: api.SpanKind.SERVER }, parent);
  }

  /** Runs a task whose spans are children of a span. */
  runWith<T>(span: Api.Span, task: () => T): T {
    return this.active.run(span, task);
  }

  /** Runs a task in a span of its own. A `DomainError`, such as of bad input, does not make it a failed span. */
  async runInSpan<T>(name: string, options: SpanOptions, task: (span: Api.Span) => Promise<T>): Promise<T> {
    const span = this.startSpan(name, options);
    try {
      return await this.active.run(span, () => task(span));
    } catch (error) {
      this.setError(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /**
   * Runs a call of another service in a span of its own.
   *
   * @param call receives the headers by which the other service continues the trace, and the span
   */
  runCall<T>(
    name: string,
    attributes: Api.Attributes,
    call: (headers: Readonly<Record<string, string>>, span: Api.Span) => Promise<T>,
    kind: 'client' | 'producer' = 'client',
  ): Promise<T> {
    return this.runInSpan(name, { kind, attributes }, (span) => {
      const { api } = this;
      const headers: Record<string, string> = {};
      this.propagator.inject(api.trace.setSpan(api.ROOT_CONTEXT, span), headers, api.defaultTextMapSetter);
      return call(headers, span);
    });
  }

  /** Records a span that has ended, as part of the current one; none without a current one, such as that of a poll. */
  recordSpan(name: string, options: SpanOptions, error?: string): void {
    if (this.active.getStore()?.isRecording() !== true) return;
    const span = this.startSpan(name, options);
    if (error !== undefined) this.markFailed(span, error);
    span.end();
  }

  /** Records the status of the answer to a call. */
  recordStatus(span: Api.Span, status: number): void {
    span.setAttribute('http.response.status_code', status);
    if (status >= 400) this.markFailed(span, String(status));
  }

  /** Marks a span as failed by the service. */
  markFailed(span: Api.Span, errorType: string): void {
    span.setAttribute('error.type', errorType).setStatus({ code: this.api.SpanStatusCode.ERROR });
  }

  private startSpan(name: string, { kind = 'internal', attributes = {}, startTime }: SpanOptions): Api.Span {
    const { api } = this;
    const parent = this.active.getStore();
    const context = parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, parent);
    const kinds = {
      server: api.SpanKind.SERVER,
      client: api.SpanKind.CLIENT,
      producer: api.SpanKind.PRODUCER,
      internal: api.SpanKind.INTERNAL,
    };
    return this.tracer.startSpan(name, { kind: kinds[kind], attributes, startTime }, context);
  }

  /** Messages can contain content, so only the type is exported. */
  private setError(span: Api.Span, error: unknown): void {
    if (error instanceof DomainError) span.setAttribute('error.type', error.code);
    else this.markFailed(span, error instanceof Error ? error.name : '_OTHER');
  }
}

function loadPackages(): Promise<[typeof Api, typeof Core, typeof Exporter, typeof Resources, typeof Sdk]> {
  return Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]).catch((error: unknown) => {
    throw new TracingUnavailable(error);
  });
}

function createSampler(sdk: typeof Sdk, { sampler, ratio }: TracingOptions): Sdk.Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) as unknown as [
    string,
    string | undefined,
    keyof typeof roots,
  ];
  const root = roots[name]();
  return isParentBased === undefined ? root : new sdk.ParentBasedSampler({ root });
}

/** Errors of the exporter are warnings of the service, which goes on without the collector. */
function toDiagLogger(logger: Logger): Api.DiagLogger {
  const ignore = (): void => undefined;
  const error = (message: string): void => {
    logger.warn(`Traces could not be exported: ${message.slice(0, 500)}`);
  };
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
