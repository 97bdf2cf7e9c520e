import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { IsOneOf, Variable } from './variable.js';

/** Samplers of the OpenTelemetry specification («OTEL_TRACES_SAMPLER»). */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingOptions {
  /** URL of the collector's OTLP/HTTP receiver; `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Additional request headers, such as the API key of a vendor. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Share of the sampled traces, 0 to 1. */
  readonly ratio: number;
}

const HEADERS = /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/;

/** The environment variables of tracing, with the names of OpenTelemetry; a part of `Environment`. */
export class TracingEnvironment {
  @Variable({
    group: 'Metrics and traces',
    meaning:
      'The OTLP/HTTP receiver of a collector for [traces](operations.md#traces); `/v1/traces` is appended.',
    values: 'a URL',
    unset: 'no traces',
    examples: ['http://127.0.0.1:4318'],
  })
  @IsOptional()
  @ValidateBy({
    name: 'endpoint',
    validator: {
      validate: (value) => isHttpUrl(String(value)),
      defaultMessage: () =>
        "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318, got '$value'.",
    },
  })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  // The value can contain an API key and is not part of the message.
  @Variable({
    group: 'Metrics and traces',
    meaning: 'Further headers of these requests, percent-encoded.',
    values: '`NAME=VALUE`, separated by commas',
    examples: ['api-key=VALUE,tenant=VALUE'],
    secret: 'text',
  })
  @IsOptional()
  @Matches(HEADERS, {
    message: 'OTEL_EXPORTER_OTLP_HEADERS must be a list such as api-key=VALUE,tenant=VALUE.',
  })
  @ValidateBy({
    name: 'decodable',
    validator: {
      validate: (value) => !/%(?![0-9A-Fa-f]{2})/.test(String(value)),
      defaultMessage: () =>
        'OTEL_EXPORTER_OTLP_HEADERS must be percent-encoded: %25 stands for a percent sign.',
    },
  })
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string;

  @Variable({
    group: 'Metrics and traces',
    meaning: 'The name of this service in traces.',
    values: '1 to 255 visible ASCII characters',
  })
  @Matches(/^[\x21-\x7e]{1,255}$/, {
    message: "OTEL_SERVICE_NAME must have 1 to 255 visible ASCII characters, got '$value'.",
  })
  readonly OTEL_SERVICE_NAME: string = 'content-service';

  @Variable({
    group: 'Metrics and traces',
    meaning: 'Which traces are sent.',
  })
  @IsOneOf(SAMPLERS)
  readonly OTEL_TRACES_SAMPLER: string = 'parentbased_traceidratio';

  @Variable({
    group: 'Metrics and traces',
    meaning: 'Share of the traces that begin here.',
    values: '0 to 1',
  })
  @Matches(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, {
    message: "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1 such as 0.1, got '$value'.",
  })
  readonly OTEL_TRACES_SAMPLER_ARG: string = '0.1';
}

/** @returns `undefined` when tracing is off */
export function parseTracingOptions(environment: TracingEnvironment): TracingOptions | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER } = environment;
  if (endpoint === undefined) return undefined;
  return {
    endpoint: endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint,
    headers: parseHeaders(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: environment.OTEL_SERVICE_NAME,
    sampler: SAMPLERS.find((name) => name === OTEL_TRACES_SAMPLER) ?? 'parentbased_traceidratio',
    ratio: Number(environment.OTEL_TRACES_SAMPLER_ARG),
  };
}

/** Parses `name=value,name=value` with percent-encoded values (OTLP exporter specification, «Specifying headers»). */
function parseHeaders(list: string): Readonly<Record<string, string>> {
  const pairs = list.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf('=');
      return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1).trim())];
    }),
  );
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
