import { t } from '@lingui/core/macro';
import { toValidationError } from '../http/api-error.js';
import type { NewWebhook, Webhook } from '../management-api/operations-resources.js';
import { DEFAULTS } from '../management-api/schema.js';

/** A header field of every call, as it is typed. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

type OtherMembers = 'enabled' | 'signature' | 'headers' | 'types';

/** What an administrator decides about a webhook; empty lists select all. */
type WebhookDefinition = Omit<Required<NewWebhook>, OtherMembers> & { readonly types: readonly string[] };

/** The values of the form of a webhook. */
export type WebhookValues = WebhookDefinition & {
  /** `null` keeps the stored header fields, whose values the service does not show. */
  readonly headers: readonly HeaderRow[] | null;
};

/** The URL of a receiver and its header fields can be credentials. */
export const WEBHOOK_SECRETS: ReadonlySet<string> = new Set(['url', 'headers']);

export const NEW_WEBHOOK: WebhookValues = { label: '', url: '', ...pickOptional(), headers: [] };

/** Without `enabled`, which has a button of its own, and what cannot be changed. */
function pickOptional(): Omit<WebhookDefinition, 'label' | 'url'> {
  const members = Object.entries(DEFAULTS['Webhook.new']).filter(
    ([name]) => name !== 'enabled' && name !== 'signature',
  );
  return Object.fromEntries(members) as unknown as WebhookDefinition;
}

/** JSON pointers of the inputs. */
export const WEBHOOK_POINTERS = [...Object.keys(NEW_WEBHOOK), 'signature'].map((name) => `/${name}`);

export function toWebhookValues(webhook: Webhook): WebhookValues {
  const members: object = webhook;
  const shown = Object.entries(members).filter(([name]) => Object.hasOwn(NEW_WEBHOOK, name));
  return {
    ...(Object.fromEntries(shown) as unknown as WebhookDefinition),
    headers: webhook.headerNames.length === 0 ? [] : null,
  };
}

/**
 * The request body for values or changes of them; header fields become an object.
 *
 * @throws ApiError for a header field that is named twice, which an object cannot hold
 */
export function toRequestBody({ headers, ...others }: Partial<WebhookValues>): object {
  if (headers === undefined || headers === null) return others;
  const given = headers.filter(({ name, value }) => name !== '' || value !== '');
  const names = given.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw toValidationError([
      { detail: t`The header ${twice} is there twice.`, pointer: '/headers', meta: {} },
    ]);
  return { ...others, headers: Object.fromEntries(given.map(({ name, value }) => [name, value])) };
}
