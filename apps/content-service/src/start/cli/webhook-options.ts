import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatDateTime } from '@content-service/kernel';
import {
  type Circuit,
  getCircuitState,
  WEBHOOK_MEMBERS,
  type WebhookChange,
  type WebhookEndpoint,
  type WebhookHeaders,
} from '@content-service/webhooks';
import { type MemberFlags, toMembers, withMemberOptions } from './member-options.js';

/** The options of `webhook create` and `webhook update`: everything that the API sets, parsed by the rules of the members. */
export interface EndpointOptions extends Readonly<Record<string, unknown>> {
  readonly header?: WebhookHeaders;
}

const FLAGS: MemberFlags = {
  types: { flag: 'type', help: 'event types; default: all' },
  resourceTypes: { flag: 'resource-type', help: 'resource types such as node--article; default: all' },
  operations: { flag: 'operation', help: 'operations on entries; default: all' },
  includeDerived: {
    flag: 'derived',
    help: 'send entries that only lose a reference to a deleted one, too',
  },
  enabled: {
    ...{ flag: 'enable', help: 'enable it' },
    off: { flag: 'disable', help: 'disable it; its deliveries wait' },
  },
};

export function withNewEndpointOptions(to: Command): Command {
  return withHeaderOption(withMemberOptions(to, WEBHOOK_MEMBERS, { ...FLAGS, enabled: null }));
}

export function withEndpointOptions(to: Command): Command {
  return withHeaderOption(withMemberOptions(to, WEBHOOK_MEMBERS, FLAGS));
}

function withHeaderOption(to: Command): Command {
  return to.addOption(
    new Option(
      '--header <header...>',
      'further headers of each call, such as `Authorization: Bearer …`; they replace all present ones; an empty text: none',
    ).argParser(collectHeader),
  );
}

function collectHeader(text: string, headers: WebhookHeaders = {}): WebhookHeaders {
  if (text === '') return headers;
  const [, name, value] = /^([^:\s]+):(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Must be a header such as `Authorization: Bearer …`.');
  return { ...headers, [name]: value.trim() };
}

/** The change that the options are. */
export function toChange({ header: headers, ...options }: EndpointOptions): WebhookChange {
  return { ...toMembers(WEBHOOK_MEMBERS, options, FLAGS), headers };
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
