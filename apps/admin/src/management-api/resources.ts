import type { Json } from '../jsonapi/document.js';
import type { components } from './schema.js';

/** Resources of the management API, by the names of the administration. */

type Schemas = components['schemas'];

export interface List<T> {
  readonly items: readonly T[];
  /** The value of `?cursor=` for the next page; `null` on the last page. */
  readonly next?: string | null;
}

/** A saved search of a list; a later version of the administration may have other search parameters. */
export type ListView = Schemas['ListViews.view'];
export type ListViews = Schemas['ListViews'];

export type ApiClient = Schemas['ApiClient'];
/** The response to a creation or rotation, the only one with the secret. */
export type ApiClientWithSecret = Schemas['ApiClient.withSecret'];
export type GrantType = ApiClient['grants'][number];

export type Scope = Schemas['Scope'];

export type JsonApiSettings = Schemas['JsonApiSettings'];
export type PasswordLink = Schemas['PasswordLink'];
export type ContentSettings = Schemas['ContentSettings'];
export type SiteAppearanceSettings = Schemas['SiteAppearance'];
export type PreviewSite = ContentSettings['previewSites'][number];
/** A link that shows an entry on a site as its editors see it. */
export type Preview = Schemas['Preview'];
export type CorsSettings = Schemas['CorsSettings'];
export type MenuSettings = Schemas['MenuSettings'];
export type OAuthSettings = Schemas['OAuthSettings'];

type RateLimits = Schemas['RateLimitSettings']['rateLimits'];

/** Limits by policy; a policy that is not named has no limit. */
export type RateLimitTable = Exclude<RateLimits, string>;

export interface RateLimitSettings {
  /** `null` is never stored; a draft has it for a text that is not a table. */
  readonly rateLimits: RateLimits | null;
}

/** The documents at `/manage/settings/{name}`. */
export type SettingsName = 'jsonapi' | 'menus' | 'site' | 'content' | 'cors' | 'oauth' | 'rate-limits';

/** A field, maybe of a type that this version of the administration does not know. In a change `null` removes a hint for forms. */
export type Field = Omit<Schemas['Field'], 'type' | 'defaultValue' | keyof FormHints> &
  FormHints & {
    readonly type: string;
    /** The value with which a form begins a new entry, as in its attributes. */
    readonly defaultValue?: Json;
  };
type FormHints = Pick<Schemas['Field.change'], 'description' | 'placeholder' | 'formDisplay'>;

export type FieldSettings = Field['settings'];
/** Where forms show the field; by default in the main column without a group. */
export type FormDisplay = NonNullable<Field['formDisplay']>;
/** A column of the form of entries. */
export type FormRegion = NonNullable<FormDisplay['region']>;
export type FieldWithUsage = Field &
  Pick<Schemas['Field.withUse'], 'entriesWithValue' | 'entriesWithValueIsMinimum'>;

export type Bundle = Omit<Schemas['Bundle'], 'baseFields' | 'fields'> & {
  readonly baseFields: readonly Field[];
  readonly fields: readonly Field[];
};
export type ContentModel = Omit<Schemas['ContentModel'], 'bundles'> & { readonly bundles: readonly Bundle[] };
export type EntityType = ContentModel['entityTypes'][number];

export type User = Schemas['User'];
export type NewUser = Schemas['User.new'];
/** A browser session of a user. */
export type UserSession = Schemas['UserSession'];
/** The permission of a user to an API client: a remembered consent, live refresh tokens, or both. */
export type UserGrant = Schemas['UserGrant'];
export type Role = Schemas['Role'];

export type AuditEvent = Schemas['AuditEvent'];
export type SigningKey = Schemas['SigningKey'];

/** An entry with the latest action on it. */
export type ActiveEntry = Schemas['ContentActivity.entry'];
/** The entries that the user changed last, and those that others published last. */
export type ContentActivity = Schemas['ContentActivity'];
