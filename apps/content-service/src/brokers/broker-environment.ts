import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { IsTrueOrFalse, Variable } from '../config/variable.js';
import { EventEnvironment } from '../events/event-environment.js';

/** Configuration of the message broker that gets all events. */
export interface BrokerOptions {
  /** `nats://…`, `tls://…` (NATS with TLS), `amqp://…` or `amqps://…`, with credentials. */
  readonly url: string;
  /** The beginning of the names of streams, subjects and exchanges. */
  readonly prefix: string;
  /** Whether a missing stream or exchange is created. */
  readonly manage: boolean;
}

const PROTOCOLS = ['nats:', 'tls:', 'amqp:', 'amqps:'];

/** The environment variables of the message broker; a part of `Environment`. */
export class BrokerEnvironment extends EventEnvironment {
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
}

/** @returns `undefined` when no broker is configured */
export function parseBrokerOptions(environment: BrokerEnvironment): BrokerOptions | undefined {
  const { BROKER_URL: url, BROKER_PREFIX: prefix, BROKER_MANAGE } = environment;
  return url === undefined ? undefined : { url, prefix, manage: BROKER_MANAGE === 'true' };
}

/** The message does not show the value, which can have a password. */
function IsBrokerUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isBrokerUrl',
    validator: {
      validate: (value) => {
        const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
        return url !== undefined && PROTOCOLS.includes(url.protocol) && url.hostname !== '';
      },
      defaultMessage: () =>
        'BROKER_URL must be a URL such as nats://broker.example:4222, tls://… (NATS with TLS), amqp://… or amqps://….',
    },
  });
}

function NeedsEvents(): PropertyDecorator {
  return ValidateBy({
    name: 'needsEvents',
    validator: {
      validate: (_, rule) => (rule?.object as BrokerEnvironment).EVENTS === 'on',
      defaultMessage: () => 'BROKER_URL needs EVENTS=on: a broker gets the events that are recorded.',
    },
  });
}
