import { IsOptional, Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { IsOneOf, IsTrueOrFalse, Variable, type Variables } from './variable.js';
import type { EventEnvironment } from './event-environment.js';

/** Configuration of the message broker that gets all events. */
export interface BrokerOptions {
  /** `nats://…`, `tls://…` (NATS with TLS), `amqp://…` or `amqps://…`, with credentials; with an adapter in its own form. */
  readonly url: string;
  /** The beginning of the names of streams, subjects and exchanges. */
  readonly prefix: string;
  /** Whether a missing stream or exchange is created. */
  readonly manage: boolean;
  /** Whether events of management data are published, too. */
  readonly publishesManagement: boolean;
  /** The event sink that is not part of the service; without it, the scheme of the URL selects one. */
  readonly adapter: EventSinkAdapterConfig | undefined;
}

/** An event sink adapter and what it is configured by. */
interface EventSinkAdapterConfig {
  /** The name of a package or a path. */
  readonly module: string;
  readonly environment: Variables;
}

const PROTOCOLS = ['nats:', 'tls:', 'amqp:', 'amqps:'];

/** The environment variables of the message broker; a part of `Environment`. */
export class BrokerEnvironment {
  @Variable({
    group: 'Events and message brokers',
    meaning: 'The [message broker](events.md#message-brokers) that gets all events, with user and password.',
    values: '`nats://…`, `tls://…` (NATS with TLS), `amqp://…`, `amqps://…`',
    examples: ['nats://127.0.0.1:4222'],
    secret: 'url',
  })
  @IsOptional()
  @IsBrokerUrl()
  @NeedsEvents()
  readonly BROKER_URL?: string;

  @Variable({
    group: 'Events and message brokers',
    meaning:
      'An [event sink adapter](event-sink-adapter.md) for another broker. It gets `BROKER_URL`, in a form of its own, ' +
      '`BROKER_PREFIX` and `BROKER_MANAGE`.',
    values: 'the name of an installed package, or a path that begins with `/`, `./` or `../`',
    unset: 'NATS or RabbitMQ by `BROKER_URL`',
    examples: ['@acme/sink-x'],
  })
  @IsOptional()
  @NeedsUrl()
  readonly EVENT_SINK_ADAPTER?: string;

  @Variable({
    group: 'Events and message brokers',
    meaning:
      'Beginning of the names in the broker: `content` gives the stream `CONTENT` and the exchange `content.events`.',
    values: 'up to 32 lower-case letters, digits, `_` and `-`',
  })
  @Matches(/^[a-z][a-z0-9_-]{0,31}$/, {
    message:
      "BROKER_PREFIX must be up to 32 lower-case letters, digits, _ and -, beginning with a letter, got '$value'.",
  })
  readonly BROKER_PREFIX: string = 'content';

  @Variable({
    group: 'Events and message brokers',
    meaning: 'Whether a missing stream or exchange is created.',
  })
  @IsTrueOrFalse()
  readonly BROKER_MANAGE: string = 'false';

  @Variable({
    group: 'Events and message brokers',
    meaning: 'Which events the broker gets: `entries` leaves out events of management data.',
  })
  @IsOneOf(['all', 'entries'])
  readonly BROKER_EVENTS: string = 'all';
}

/** @returns `undefined` when no broker is configured */
export function parseBrokerOptions(
  environment: BrokerEnvironment,
  variables: Variables,
): BrokerOptions | undefined {
  const { BROKER_URL: url, BROKER_PREFIX: prefix, BROKER_MANAGE, BROKER_EVENTS } = environment;
  if (url === undefined) return undefined;
  const { EVENT_SINK_ADAPTER: module } = environment;
  return {
    ...{ url, prefix, manage: BROKER_MANAGE === 'true', publishesManagement: BROKER_EVENTS === 'all' },
    adapter: module === undefined ? undefined : { module, environment: variables },
  };
}

/** The message does not show the value, which can have a password. */
function IsBrokerUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isBrokerUrl',
    validator: {
      validate: (value, rule) => {
        const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
        if (hasAdapter(rule)) return url !== undefined;
        return url !== undefined && PROTOCOLS.includes(url.protocol) && url.hostname !== '';
      },
      defaultMessage: (rule) =>
        hasAdapter(rule)
          ? 'BROKER_URL must be a URL, whose form EVENT_SINK_ADAPTER decides.'
          : 'BROKER_URL must be a URL such as nats://broker.example:4222, tls://… (NATS with TLS), amqp://… or amqps://….',
    },
  });
}

function hasAdapter(rule: ValidationArguments | undefined): boolean {
  return (rule?.object as BrokerEnvironment | undefined)?.EVENT_SINK_ADAPTER !== undefined;
}

function NeedsUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'needsUrl',
    validator: {
      validate: (_, rule) => (rule?.object as BrokerEnvironment | undefined)?.BROKER_URL !== undefined,
      defaultMessage: () => 'EVENT_SINK_ADAPTER needs BROKER_URL, which names the broker.',
    },
  });
}

function NeedsEvents(): PropertyDecorator {
  return ValidateBy({
    name: 'needsEvents',
    validator: {
      validate: (_, rule) => (rule?.object as EventEnvironment | undefined)?.EVENTS === 'on',
      defaultMessage: () => 'BROKER_URL needs EVENTS=on: a broker gets the events that are recorded.',
    },
  });
}
