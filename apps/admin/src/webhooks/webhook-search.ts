import { DELIVERY_STATES, type DeliveryState } from '../management-api/operations-resources.js';

/** The search parameters of the screen of a webhook. */
export interface WebhookSearch {
  readonly tab?: 'settings';
  readonly state?: DeliveryState;
  /** A type of events, such as `entry.published`. */
  readonly type?: string;
}

export function parseWebhookSearch({ tab, state, type }: Readonly<Record<string, unknown>>): WebhookSearch {
  const knownState = DELIVERY_STATES.find((name) => name === state);
  return {
    ...(tab === 'settings' ? { tab } : {}),
    ...(knownState === undefined ? {} : { state: knownState }),
    ...(typeof type === 'string' && type !== '' ? { type } : {}),
  };
}

/** The query string of the filters for the list of deliveries, with its question mark; empty without filters. */
export function buildDeliveriesQuery({ state, type }: WebhookSearch): string {
  const given = Object.entries({ state, type }).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
