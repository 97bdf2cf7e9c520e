import { type Command, InvalidArgumentError, Option } from 'commander';
import { EVENT_TYPES, type EntryOperation, type EventType } from '@content-service/events';
import { formatDateTime } from '@content-service/kernel';
import {
  type Circuit,
  FORMATS,
  getCircuitState,
  ORDERINGS,
  PAYLOADS,
  VISIBILITIES,
  type WebhookChange,
  type WebhookEndpoint,
  type WebhookFormat,
  type WebhookHeaders,
  type WebhookOrdering,
  type WebhookPayload,
  type WebhookVisibility,
} from '@content-service/webhooks';
import { ENTRY_OPERATIONS } from '../../http/management/webhooks/webhook.dto.js';
import { toWholeNumber } from './command.js';

/** The options of `webhook create` and `webhook update`: everything that the API sets. */
export interface EndpointOptions {
  readonly label?: string;
  readonly url?: string;
  readonly type?: readonly EventType[];
  readonly resourceType?: readonly string[];
  readonly visibility?: WebhookVisibility;
  readonly payload?: WebhookPayload;
  readonly format?: WebhookFormat;
  readonly operation?: readonly EntryOperation[];
  readonly ordering?: WebhookOrdering;
  readonly latestOnly?: boolean;
  readonly derived?: boolean;
  readonly maxConcurrency?: number;
  readonly maxPerSecond?: number | 'none';
  readonly header?: WebhookHeaders;
  readonly enable?: true;
  readonly disable?: true;
}

export const EVENT_TYPE_NAMES = EVENT_TYPES.map(({ type }) => type);

export function withEndpointOptions(to: Command): Command {
  return to
    .option('--label <label>')
    .option('--url <url>')
    .addOption(new Option('--type <types...>', 'event types; default: all').choices(EVENT_TYPE_NAMES))
    .option('--resource-type <types...>', 'resource types such as node--article; default: all')
    .addOption(new Option('--visibility <visibility>', 'default: public').choices(VISIBILITIES))
    .addOption(new Option('--payload <payload>', 'default: full').choices(PAYLOADS))
    .addOption(new Option('--format <format>', 'default: json').choices(FORMATS))
    .addOption(
      new Option('--operation <operations...>', 'operations on entries; default: all').choices(
        ENTRY_OPERATIONS,
      ),
    )
    .addOption(
      new Option(
        '--ordering <ordering>',
        'entry (default): the events of an entry one after the other; none: in any order',
      ).choices(ORDERINGS),
    )
    .option('--latest-only', 'leave out events that a later one of the same entry makes superfluous')
    .option('--no-latest-only', 'send all events (default)')
    .option('--derived', 'send entries that only lose a reference to a deleted one, too (default)')
    .option('--no-derived', 'leave these out')
    .addOption(
      new Option('--max-concurrency <calls>', 'calls at the same time; default: 4').argParser(toCalls),
    )
    .addOption(
      new Option(
        '--max-per-second <calls>',
        'calls that begin in a second, or none; default: none',
      ).argParser((text) => (text === 'none' ? text : toCalls(text))),
    )
    .addOption(
      new Option(
        '--header <header...>',
        'further headers of each call, such as `Authorization: Bearer …`; they replace all present ones; an empty text: none',
      ).argParser(collectHeader),
    );
}

const toCalls = toWholeNumber('number of calls', 0, 999_999_999);

function collectHeader(text: string, headers: WebhookHeaders = {}): WebhookHeaders {
  if (text === '') return headers;
  const [, name, value] = /^([^:\s]+):(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Must be a header such as `Authorization: Bearer …`.');
  return { ...headers, [name]: value.trim() };
}

/** The change that the options are. */
export function toChange({ enable, disable, ...options }: EndpointOptions): WebhookChange {
  const { type: types, resourceType: resourceTypes, operation: operations } = options;
  const { derived: includeDerived, header: headers, label, url, visibility, payload, format } = options;
  const { ordering, latestOnly, maxConcurrency } = options;
  const maxPerSecond = options.maxPerSecond === 'none' ? null : options.maxPerSecond;
  const enabled = disable === true ? false : enable;
  return {
    ...{ label, url, visibility, payload, format, ordering, latestOnly, maxConcurrency, maxPerSecond },
    ...{ types, resourceTypes, operations, includeDerived, headers, enabled },
  };
}

/** `… Shop: https://shop.example/hook, enabled, fails since 2024-01-31T12:00:00+00:00 (12 failures), not called until …` */
export function formatEndpoint(
  { id, definition, disabledReason, circuit }: WebhookEndpoint,
  now: number,
): string {
  const { label, url, enabled } = definition;
  const state = enabled ? 'enabled' : `disabled${disabledReason === undefined ? '' : ` (${disabledReason})`}`;
  return [`${id} ${label}: ${url}`, state, ...describeCircuit(circuit, now)].join(', ');
}

function describeCircuit(circuit: Circuit, now: number): readonly string[] {
  const { failures, failingSince, openUntil } = circuit;
  if (failingSince === undefined) return [];
  const fails = `fails since ${formatDateTime(failingSince)} (${failures} ${failures === 1 ? 'failure' : 'failures'})`;
  if (openUntil === undefined) return [fails];
  const isOpen = getCircuitState(circuit, now) === 'open';
  return [fails, isOpen ? `not called until ${formatDateTime(openUntil)}` : 'the next call is a probe'];
}
