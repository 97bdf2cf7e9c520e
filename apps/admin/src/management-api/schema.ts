// Written by `npm run docs:reference` from the description of the management API; changes are lost.

export interface components {
  schemas: {
    readonly ApiClient: {
      /** @description The client ID. */
      readonly id: string;
      /**
       * @description Shown to administrators and on the consent page.
       * @example Website
       */
      readonly label: string;
      readonly allowedScopes: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
      readonly redirectUris: readonly string[];
      readonly grants: readonly ('client_credentials' | 'authorization_code' | 'refresh_token')[];
      readonly enabled: boolean;
      /** Format: uuid */
      readonly user: string | null;
      /** @description Whether consent is requested only once per user; a new redirect URI asks again. */
      readonly rememberConsent: boolean;
      readonly requirePkce: boolean;
      /** @description Whether the client can keep a secret (RFC 6749 §2.1). */
      readonly confidential: boolean;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly lastUsedAt: string | null;
      readonly secrets: readonly {
        /**
         * Format: date-time
         * @example 2024-01-31T12:00:00+00:00
         */
        readonly createdAt: string;
        /**
         * Format: date-time
         * @example 2024-01-31T12:00:00+00:00
         */
        readonly expiresAt: string | null;
      }[];
    };
    readonly 'ApiClient.change': {
      /**
       * @description Shown to administrators and on the consent page.
       * @example Website
       */
      readonly label?: string;
      readonly allowedScopes?: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
      readonly redirectUris?: readonly string[];
      readonly grants?: readonly ('client_credentials' | 'authorization_code' | 'refresh_token')[];
      readonly enabled?: boolean;
      /** Format: uuid */
      readonly user?: string | null;
      /** @description Whether consent is requested only once per user; a new redirect URI asks again. */
      readonly rememberConsent?: boolean;
      readonly requirePkce?: boolean;
    };
    readonly 'ApiClient.new': {
      /**
       * @description Shown to administrators and on the consent page.
       * @example Website
       */
      readonly label: string;
      readonly allowedScopes?: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
      /** @default [] */
      readonly redirectUris?: readonly string[];
      readonly grants?: readonly ('client_credentials' | 'authorization_code' | 'refresh_token')[];
      /** @default true */
      readonly enabled?: boolean;
      /** Format: uuid */
      readonly user?: string | null;
      /**
       * @description Whether consent is requested only once per user; a new redirect URI asks again.
       * @default false
       */
      readonly rememberConsent?: boolean;
      readonly requirePkce?: boolean;
      /**
       * @description Whether the client can keep a secret (RFC 6749 §2.1).
       * @default true
       */
      readonly confidential?: boolean;
    };
    readonly 'ApiClient.newSecret': {
      /** @default 0 */
      readonly graceSeconds?: number;
    };
    readonly 'ApiClient.withSecret': components['schemas']['ApiClient'] & {
      /** @description Contained in this response only; public clients have none. */
      readonly secret?: string;
    };
    readonly AuditEvent: {
      readonly id: components['schemas']['Uuid'];
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly at: string;
      readonly who: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly userId: string | null;
        readonly clientId: string | null;
        /** @description Present name of the user or client. */
        readonly name: string | null;
      };
      /**
       * @description The IP address.
       * @example 192.0.2.1
       */
      readonly from: string | null;
      /**
       * @description Machine-readable action.
       * @example client.created
       */
      readonly action: string;
      /**
       * @description Description of the action.
       * @example created an API client
       */
      readonly says: string;
      readonly subject: {
        /** @description Such as `client`. */
        readonly kind: string;
        /** @description Id or name. */
        readonly id: string;
      } | null;
      readonly details: Record<string, unknown>;
    };
    readonly 'BulkAction.new': {
      /**
       * @description The resource type.
       * @example node--article
       */
      readonly resourceType: string;
      /**
       * @description The parameters `filter[…]` of the collection, encoded as in its address. Others, such as `page`, and repeated ones are refused.
       * @example filter%5Bstatus%5D=0
       */
      readonly filter?: string;
      /**
       * @description Required to be true without a filter: all entries of the type are changed then.
       * @default false
       */
      readonly all?: boolean;
      /** @enum {string} */
      readonly action: 'publish' | 'unpublish' | 'delete' | 'update';
      /**
       * @description What the action `update` sets, as in the body of a PATCH; at most 30,000 characters.
       * @example {
       *       "attributes": {
       *         "field_rating": 3
       *       }
       *     }
       */
      readonly data?: {
        /** @description Values by field. */
        readonly attributes?: Record<string, unknown>;
        /** @description Relationship objects by field, `{"data": …}`. */
        readonly relationships?: Record<string, unknown>;
      };
      /**
       * @description Whether the action `update` replaces values, or adds them to fields with several values or removes them from these. A value that is there already is not added.
       * @default replace
       * @enum {string}
       */
      readonly mode?: 'replace' | 'add' | 'remove';
    };
    readonly Bundle: {
      /**
       * @description The entity type.
       * @example node
       */
      readonly entityType: string;
      /**
       * @description The machine name.
       * @example article
       */
      readonly bundle: string;
      /**
       * @description The resource type.
       * @example node--article
       */
      readonly type: string;
      /**
       * @description Label for display.
       * @example Article
       */
      readonly label: string;
      readonly description: string | null;
      /** @description Number of entries, published or not. */
      readonly entries: number;
      readonly baseFields: readonly components['schemas']['Field'][];
      readonly fields: readonly components['schemas']['Field'][];
    };
    readonly 'Bundle.change': {
      /**
       * @description Label for display.
       * @example Article
       */
      readonly label?: string;
      readonly description?: string | null;
      /** @description All custom fields of the bundle, each once. */
      readonly fieldOrder?: readonly string[];
    };
    readonly 'Bundle.new': {
      /**
       * @description The entity type.
       * @example node
       */
      readonly entityType: string;
      /** @example field_rating */
      readonly bundle: string;
      /**
       * @description Label for display.
       * @example Article
       */
      readonly label: string;
      readonly description?: string | null;
      readonly fields?: readonly components['schemas']['Field.new'][];
    };
    readonly ContentActivity: {
      /** @description Entries that the user or client of the token created or changed. */
      readonly own: readonly components['schemas']['ContentActivity.entry'][];
      /** @description Published entries that others published. */
      readonly published: readonly components['schemas']['ContentActivity.entry'][];
    };
    readonly 'ContentActivity.entry': {
      /**
       * @description The resource type.
       * @example node--article
       */
      readonly type: string;
      readonly id: components['schemas']['Uuid'];
      /** @description The title or name. */
      readonly label: string | null;
      readonly published: boolean;
      /**
       * @description The latest action, as in the audit log.
       * @example entry.changed
       */
      readonly action: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly at: string;
      /** @description The name that the user shows to others, or the label of the client. */
      readonly by: string | null;
    };
    readonly ContentModel: {
      readonly version: number;
      readonly entityTypes: readonly {
        /**
         * @description The machine name.
         * @example node
         */
        readonly name: string;
        /**
         * @description Label for display.
         * @example Content
         */
        readonly label: string;
        /**
         * @description The field with the label of an entry.
         * @example title
         */
        readonly labelField: string;
        /** @enum {string} */
        readonly bundles: 'many' | 'one';
        /** @description Whether entries are changed and deleted over JSON:API. */
        readonly writable: boolean;
        /** @description Whether clients create entries over JSON:API. */
        readonly creatable: boolean;
        /** @description Whether replaced and deleted states of entries are kept. */
        readonly versioned: boolean;
        /** @description Whether entries that are not published may lack required values other than their label. */
        readonly unfinishedDrafts: boolean;
        /** @description Whether entries can be published and unpublished at a time (`publish_on`, `unpublish_on`). */
        readonly schedulable: boolean;
      }[];
      readonly fieldTypes: readonly {
        /** @enum {string} */
        readonly name:
          | 'string'
          | 'string_long'
          | 'text_long'
          | 'text_with_summary'
          | 'integer'
          | 'decimal'
          | 'float'
          | 'boolean'
          | 'timestamp'
          | 'datetime'
          | 'daterange'
          | 'list_string'
          | 'email'
          | 'link'
          | 'json'
          | 'entity_reference'
          | 'file'
          | 'image'
          | 'path'
          | 'menu_link_parent'
          | 'file_uri'
          | 'focal_point';
        /**
         * @description Label for display.
         * @example Plain text
         */
        readonly label: string;
        readonly settings: readonly (
          | 'maxLength'
          | 'min'
          | 'max'
          | 'precision'
          | 'scale'
          | 'allowedValues'
          | 'datetimeType'
          | 'targetTypes'
          | 'caseSensitive'
          | 'fileExtensions'
          | 'maxBytes'
        )[];
      }[];
      readonly htmlFormats: readonly {
        /**
         * @description The format of a text.
         * @example basic_html
         */
        readonly name: string;
        /** @description The HTML elements that `processed` keeps, with their attributes. */
        readonly elements: {
          readonly [key: string]: readonly string[];
        };
        readonly attributes: readonly string[];
        readonly schemes: readonly string[];
        readonly pictureSchemes: readonly string[];
      }[];
      readonly bundles: readonly components['schemas']['Bundle'][];
    };
    readonly ContentSettings: {
      /** @description Whether the old alias of a published entry leads to it by a redirect when it gets another one. */
      readonly redirectOldAliases: boolean;
      /** @description How many replaced states of an entry are kept, the newest; 0: none. */
      readonly revisionsKept: number;
      /** @description How many days a replaced state of an entry is kept; 0: as long as `revisionsKept` allows. */
      readonly revisionDays: number;
      /** @description How many days the last state of a deleted entry is kept; 0: it is not kept. */
      readonly trashDays: number;
      /** @description The sizes in which images are offered, each by a link of their files. */
      readonly imageStyles: readonly {
        /** @description The name of the link of each image, such as `large`. */
        readonly name: string;
        readonly label: string;
        /** @description Pixels. At least one of `width` and `height` is set. */
        readonly width?: number;
        /** @description Pixels. */
        readonly height?: number;
        /**
         * @description `inside`: the whole image within the size. `cover`: the size filled, cropped around the focal point. `contain`: the whole image in the middle of the size. The last two need both sides.
         * @enum {string}
         */
        readonly fit: 'cover' | 'inside' | 'contain';
        /**
         * @description `original`: that of the file.
         * @enum {string}
         */
        readonly format: 'webp' | 'jpeg' | 'png' | 'avif' | 'original';
        /** @description Of formats with losses. */
        readonly quality: number;
        /** @description Whether images that are smaller than the size are enlarged. */
        readonly enlarge: boolean;
      }[];
      /** @description The sites that show previews of entries, each by the address that switches drafts on. */
      readonly previewSites: readonly {
        readonly label: string;
        /**
         * Format: uri
         * @description The address that switches drafts on, which gets the parameters of a preview.
         * @example https://www.example.com/api/draft
         */
        readonly url: string;
      }[];
      /** @description The views of lists that are shared with all users, or with those of a role. */
      readonly sharedViews: readonly {
        /**
         * @description Unique among the views of the resource type.
         * @example Drafts of this month
         */
        readonly name: string;
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly resourceType: string;
        /** @description Search, filters, order and columns of the list, as the address of its screen has them; at most 4000 characters of JSON. */
        readonly search: Record<string, unknown>;
        /**
         * @description The role whose users see it; absent: all.
         * @example editor
         */
        readonly role?: string;
      }[];
    };
    readonly 'ContentSettings.change': {
      /** @description Whether the old alias of a published entry leads to it by a redirect when it gets another one. */
      readonly redirectOldAliases?: boolean;
      /** @description How many replaced states of an entry are kept, the newest; 0: none. */
      readonly revisionsKept?: number;
      /** @description How many days a replaced state of an entry is kept; 0: as long as `revisionsKept` allows. */
      readonly revisionDays?: number;
      /** @description How many days the last state of a deleted entry is kept; 0: it is not kept. */
      readonly trashDays?: number;
      /** @description The sizes in which images are offered, each by a link of their files. */
      readonly imageStyles?: readonly {
        /** @description The name of the link of each image, such as `large`. */
        readonly name: string;
        readonly label: string;
        /** @description Pixels. At least one of `width` and `height` is set. */
        readonly width?: number;
        /** @description Pixels. */
        readonly height?: number;
        /**
         * @description `inside`: the whole image within the size. `cover`: the size filled, cropped around the focal point. `contain`: the whole image in the middle of the size. The last two need both sides.
         * @enum {string}
         */
        readonly fit: 'cover' | 'inside' | 'contain';
        /**
         * @description `original`: that of the file.
         * @enum {string}
         */
        readonly format: 'webp' | 'jpeg' | 'png' | 'avif' | 'original';
        /** @description Of formats with losses. */
        readonly quality: number;
        /** @description Whether images that are smaller than the size are enlarged. */
        readonly enlarge: boolean;
      }[];
      /** @description The sites that show previews of entries, each by the address that switches drafts on. */
      readonly previewSites?: readonly {
        readonly label: string;
        /**
         * Format: uri
         * @description The address that switches drafts on, which gets the parameters of a preview.
         * @example https://www.example.com/api/draft
         */
        readonly url: string;
      }[];
      /** @description The views of lists that are shared with all users, or with those of a role. */
      readonly sharedViews?: readonly {
        /**
         * @description Unique among the views of the resource type.
         * @example Drafts of this month
         */
        readonly name: string;
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly resourceType: string;
        /** @description Search, filters, order and columns of the list, as the address of its screen has them; at most 4000 characters of JSON. */
        readonly search: Record<string, unknown>;
        /**
         * @description The role whose users see it; absent: all.
         * @example editor
         */
        readonly role?: string;
      }[];
    };
    readonly CorsSettings: {
      /**
       * @example [
       *       "*"
       *     ]
       * @example [
       *       "https://www.example.com"
       *     ]
       */
      readonly allowedOrigins: readonly string[];
    };
    readonly 'CorsSettings.change': {
      /**
       * @example [
       *       "*"
       *     ]
       * @example [
       *       "https://www.example.com"
       *     ]
       */
      readonly allowedOrigins?: readonly string[];
    };
    readonly DeletedEntry: {
      readonly entry: {
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly type: string;
        readonly id: components['schemas']['Uuid'];
        /**
         * @description Its title or name.
         * @example Trams
         */
        readonly label: string | null;
      };
      /**
       * @description The number of the revision, for `resourceVersion=id:<number>`.
       * @example 1764300000000000
       */
      readonly number: number;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly at: string;
      /** @enum {string} */
      readonly cause: 'request' | 'bulk_action' | 'import' | 'schedule' | 'internal';
      readonly by: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly id: components['schemas']['Uuid'] | null;
        /**
         * @description The name that the user shows to others, or the label of the client.
         * @example editor
         */
        readonly name: string | null;
      } | null;
      readonly published: boolean;
      /**
       * @description How many references to it, which its deletion has ended, can be put back at most.
       * @example 7
       */
      readonly references: number;
    };
    readonly EntryCopy: {
      readonly entry: {
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly type: string;
        readonly id: components['schemas']['Uuid'];
        /**
         * @description Its title or name.
         * @example Trams
         */
        readonly label: string | null;
      };
      readonly published: boolean;
      /** @description The version of the copy; every save increments it. */
      readonly version: number;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly savedAt: string;
      readonly by: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly id: components['schemas']['Uuid'] | null;
        /**
         * @description The name that the user shows to others, or the label of the client.
         * @example editor
         */
        readonly name: string | null;
      } | null;
      /** @description What became another value. */
      readonly changed: readonly string[];
      /**
       * @description Why the entry was changed (`meta.revision.note` of the write).
       * @example Corrected a name
       */
      readonly note: string | null;
    };
    readonly EntryPresence: {
      /** @description The one of the last request first. */
      readonly items: readonly {
        /**
         * @description The name that the user shows to others, or the label of the client.
         * @example edith
         */
        readonly name: string;
        /**
         * Format: date-time
         * @description When the last request came.
         * @example 2024-01-31T12:00:00+00:00
         */
        readonly seenAt: string;
      }[];
    };
    readonly EntryRevision: {
      /**
       * @description The number of the revision, for `resourceVersion=id:<number>`.
       * @example 1764300000000000
       */
      readonly number: number;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly at: string;
      /** @enum {string} */
      readonly cause: 'request' | 'bulk_action' | 'import' | 'schedule' | 'internal';
      readonly by: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly id: components['schemas']['Uuid'] | null;
        /**
         * @description The name that the user shows to others, or the label of the client.
         * @example editor
         */
        readonly name: string | null;
      } | null;
      /**
       * @description Whether the state was replaced (`live`) or deleted, or is one of a working copy that was replaced or discarded (`copy`).
       * @enum {string}
       */
      readonly track: 'live' | 'copy' | 'deleted';
      /** @description The version of the entry that was replaced. */
      readonly version: number;
      readonly published: boolean;
      /** @description What became another value. */
      readonly changed: readonly string[];
      /**
       * @description Why the entry was changed (`meta.revision.note` of the write).
       * @example Corrected a name
       */
      readonly note: string | null;
      /** @description Whether it stands for the minor changes of the actor in the half hour from then on, too. */
      readonly minor: boolean;
    };
    readonly EntrySchedule: {
      readonly entry: {
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly type: string;
        readonly id: components['schemas']['Uuid'];
        /**
         * @description Its title or name.
         * @example Trams
         */
        readonly label: string | null;
      };
      /** @enum {string} */
      readonly action: 'publish' | 'unpublish';
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly dueAt: string;
      /** @description Why it failed when it was due; it is tried again every minute. Empty before, and for faults that are not in the content. */
      readonly problems: readonly {
        /**
         * @description The code of an error of a write.
         * @example working_copy_conflict
         */
        readonly code: string;
        /**
         * @description What is wrong.
         * @example title is required.
         */
        readonly detail: string;
        /**
         * @description The machine name of the field.
         * @example title
         */
        readonly field: string | null;
      }[];
    };
    readonly Event: {
      readonly id: components['schemas']['Uuid'];
      /**
       * @description The cursor behind the event.
       * @example 4711-5a7b3e44
       */
      readonly sequence: string;
      /** @enum {string} */
      readonly type:
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed';
      /**
       * @description What happened to the entry; `null` for management data.
       * @enum {string|null}
       */
      readonly operation: 'create' | 'update' | 'delete' | null;
      readonly subject: {
        /**
         * @description The resource type of an entry, or the kind of another object.
         * @example node--article
         */
        readonly type: string;
        /**
         * @description The id or name.
         * @example 0190163d-8694-739b-aea5-966c26f8ad91
         */
        readonly id: string;
      };
      /** @description The version of the entry after the change; for other objects a number that rises. */
      readonly version: number;
      /** Format: date-time */
      readonly at: string;
      /** @enum {string} */
      readonly visibility: 'public' | 'content' | 'management';
      readonly published: {
        readonly before: boolean;
        readonly after: boolean;
      } | null;
      readonly changed: readonly string[];
      /** @enum {string|null} */
      readonly cause:
        | 'request'
        | 'bulk_action'
        | 'import'
        | 'schedule'
        | 'internal'
        | 'target_deleted'
        | null;
      /**
       * @description The action of the audit log; `null` for entries.
       * @example client.changed
       */
      readonly action: string | null;
      /** @description The details of the action; `null` for entries. */
      readonly details: Record<string, unknown> | null;
      readonly actor: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly userId: string | null;
        readonly clientId: string | null;
      } | null;
      /** @description The `X-Request-Id` of the request. */
      readonly requestId: string | null;
    };
    readonly 'Event.withSnapshot': {
      readonly id: components['schemas']['Uuid'];
      /**
       * @description The cursor behind the event.
       * @example 4711-5a7b3e44
       */
      readonly sequence: string;
      /** @enum {string} */
      readonly type:
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed';
      /**
       * @description What happened to the entry; `null` for management data.
       * @enum {string|null}
       */
      readonly operation: 'create' | 'update' | 'delete' | null;
      readonly subject: {
        /**
         * @description The resource type of an entry, or the kind of another object.
         * @example node--article
         */
        readonly type: string;
        /**
         * @description The id or name.
         * @example 0190163d-8694-739b-aea5-966c26f8ad91
         */
        readonly id: string;
      };
      /** @description The version of the entry after the change; for other objects a number that rises. */
      readonly version: number;
      /** Format: date-time */
      readonly at: string;
      /** @enum {string} */
      readonly visibility: 'public' | 'content' | 'management';
      readonly published: {
        readonly before: boolean;
        readonly after: boolean;
      } | null;
      readonly changed: readonly string[];
      /** @enum {string|null} */
      readonly cause:
        | 'request'
        | 'bulk_action'
        | 'import'
        | 'schedule'
        | 'internal'
        | 'target_deleted'
        | null;
      /**
       * @description The action of the audit log; `null` for entries.
       * @example client.changed
       */
      readonly action: string | null;
      /** @description The details of the action; `null` for entries. */
      readonly details: Record<string, unknown> | null;
      readonly actor: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly userId: string | null;
        readonly clientId: string | null;
      } | null;
      /** @description The `X-Request-Id` of the request. */
      readonly requestId: string | null;
      readonly attributes: Record<string, unknown> | null;
      readonly relationships: Record<string, unknown> | null;
    };
    readonly EventConsumer: {
      readonly name: string;
      /** @enum {string} */
      readonly state: 'ok' | 'error' | 'paused';
      /** @description Why the consumer does not go on. */
      readonly error: string | null;
      readonly position: number;
      /** @description The process that has the lease. */
      readonly holder: string | null;
      readonly lag: {
        readonly events: number;
        readonly seconds: number;
      };
    };
    readonly 'EventConsumer.change': {
      /** @description Whether no process acts for the consumer. */
      readonly paused?: boolean;
      /** @description The consumer continues behind this event. */
      readonly position?: number;
    };
    readonly 'EventConsumer.replay': {
      readonly resourceTypes?: readonly string[];
      /**
       * @description Where the events begin: behind the `sequence` of an event, or a date-time.
       * @example 2024-01-31T12:00:00Z
       */
      readonly from: string;
      /**
       * @description Where they end: with the event of this `sequence`, or before a date-time. Default: the end of the log.
       * @example 4711-0190163d
       */
      readonly until?: string;
      readonly types?: readonly (
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed'
      )[];
      /** @description Starts no replay: the answer is 200 with the number of events that it would send. */
      readonly dryRun?: boolean;
    };
    readonly 'EventReplay.count': {
      /** @description Equal, unless the part of the log is too large to be looked through. */
      readonly events: {
        readonly minimum: number;
        readonly maximum: number;
      };
    };
    readonly EventType: {
      readonly type: string;
      /** @enum {string} */
      readonly category: 'entry' | 'management' | 'test';
      /** @description When the event occurs. */
      readonly sentence: string;
      /** @description What happened to the entry. */
      readonly operation: string | null;
      readonly schema: Record<string, unknown>;
      readonly example: Record<string, unknown>;
    };
    readonly Field: {
      /** @example field_rating */
      readonly name: string;
      /** @enum {string} */
      readonly type:
        | 'string'
        | 'string_long'
        | 'text_long'
        | 'text_with_summary'
        | 'integer'
        | 'decimal'
        | 'float'
        | 'boolean'
        | 'timestamp'
        | 'datetime'
        | 'daterange'
        | 'list_string'
        | 'email'
        | 'link'
        | 'json'
        | 'entity_reference'
        | 'file'
        | 'image'
        | 'path'
        | 'menu_link_parent'
        | 'file_uri'
        | 'focal_point';
      /**
       * @description Label for display.
       * @example Rating
       */
      readonly label: string;
      readonly required: boolean;
      /** @description Maximum number of values; -1 for no limit. */
      readonly cardinality: number;
      readonly settings: {
        /** @description In characters. */
        readonly maxLength?: number;
        readonly min?: number;
        readonly max?: number;
        /** @description Digits of a decimal. */
        readonly precision?: number;
        /** @description Digits after the point. */
        readonly scale?: number;
        readonly allowedValues?: readonly {
          readonly value: string;
          readonly label: string;
        }[];
        /** @enum {string} */
        readonly datetimeType?: 'date' | 'datetime';
        readonly targetTypes?: readonly string[];
        readonly caseSensitive?: boolean;
        /** @description Extensions of the files that a field accepts, without the point. */
        readonly fileExtensions?: readonly string[];
        /** @description Bytes of a file. */
        readonly maxBytes?: number;
      };
      /** @description Help text for editors. */
      readonly description?: string;
      /** @description Example in an empty input. */
      readonly placeholder?: string;
      /** @description Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it. */
      readonly defaultValue?: unknown;
      /** @description Place in the forms of entries. */
      readonly formDisplay?: {
        /**
         * @description Heading of the group of fields to which it belongs.
         * @example Search engines
         */
        readonly group?: string;
        /**
         * @description Column of the form.
         * @default main
         * @enum {string}
         */
        readonly region?: 'main' | 'side';
      };
    };
    readonly 'Field.change': {
      /**
       * @description Label for display.
       * @example Rating
       */
      readonly label?: string;
      readonly required?: boolean;
      /** @description Maximum number of values; -1 for no limit. */
      readonly cardinality?: number;
      readonly settings?: {
        /** @description In characters. */
        readonly maxLength?: number;
        readonly min?: number;
        readonly max?: number;
        /** @description Digits of a decimal. */
        readonly precision?: number;
        /** @description Digits after the point. */
        readonly scale?: number;
        readonly allowedValues?: readonly {
          readonly value: string;
          readonly label: string;
        }[];
        /** @enum {string} */
        readonly datetimeType?: 'date' | 'datetime';
        readonly targetTypes?: readonly string[];
        readonly caseSensitive?: boolean;
        /** @description Extensions of the files that a field accepts, without the point. */
        readonly fileExtensions?: readonly string[];
        /** @description Bytes of a file. */
        readonly maxBytes?: number;
      };
      /** @description Help text for editors. */
      readonly description?: string | null;
      /** @description Example in an empty input. */
      readonly placeholder?: string | null;
      /** @description Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it. */
      readonly defaultValue?: unknown;
      /** @description Place in the forms of entries. */
      readonly formDisplay?: {
        /**
         * @description Heading of the group of fields to which it belongs.
         * @example Search engines
         */
        readonly group?: string;
        /**
         * @description Column of the form.
         * @default main
         * @enum {string}
         */
        readonly region?: 'main' | 'side';
      } | null;
    };
    readonly 'Field.new': {
      /** @example field_rating */
      readonly name: string;
      /** @enum {string} */
      readonly type:
        | 'string'
        | 'string_long'
        | 'text_long'
        | 'text_with_summary'
        | 'integer'
        | 'decimal'
        | 'float'
        | 'boolean'
        | 'timestamp'
        | 'datetime'
        | 'daterange'
        | 'list_string'
        | 'email'
        | 'link'
        | 'json'
        | 'entity_reference'
        | 'file'
        | 'image';
      /**
       * @description Label for display.
       * @example Rating
       */
      readonly label: string;
      /** @default false */
      readonly required?: boolean;
      /**
       * @description Maximum number of values; -1 for no limit.
       * @default 1
       */
      readonly cardinality?: number;
      /** @default {} */
      readonly settings?: {
        /** @description In characters. */
        readonly maxLength?: number;
        readonly min?: number;
        readonly max?: number;
        /** @description Digits of a decimal. */
        readonly precision?: number;
        /** @description Digits after the point. */
        readonly scale?: number;
        readonly allowedValues?: readonly {
          readonly value: string;
          readonly label: string;
        }[];
        /** @enum {string} */
        readonly datetimeType?: 'date' | 'datetime';
        readonly targetTypes?: readonly string[];
        readonly caseSensitive?: boolean;
        /** @description Extensions of the files that a field accepts, without the point. */
        readonly fileExtensions?: readonly string[];
        /** @description Bytes of a file. */
        readonly maxBytes?: number;
      };
      /** @description Help text for editors. */
      readonly description?: string | null;
      /** @description Example in an empty input. */
      readonly placeholder?: string | null;
      /** @description Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it. */
      readonly defaultValue?: unknown;
      /** @description Place in the forms of entries. */
      readonly formDisplay?: {
        /**
         * @description Heading of the group of fields to which it belongs.
         * @example Search engines
         */
        readonly group?: string;
        /**
         * @description Column of the form.
         * @default main
         * @enum {string}
         */
        readonly region?: 'main' | 'side';
      } | null;
    };
    readonly 'Field.withUse': {
      /** @example field_rating */
      readonly name: string;
      /** @enum {string} */
      readonly type:
        | 'string'
        | 'string_long'
        | 'text_long'
        | 'text_with_summary'
        | 'integer'
        | 'decimal'
        | 'float'
        | 'boolean'
        | 'timestamp'
        | 'datetime'
        | 'daterange'
        | 'list_string'
        | 'email'
        | 'link'
        | 'json'
        | 'entity_reference'
        | 'file'
        | 'image'
        | 'path'
        | 'menu_link_parent'
        | 'file_uri'
        | 'focal_point';
      /**
       * @description Label for display.
       * @example Rating
       */
      readonly label: string;
      readonly required: boolean;
      /** @description Maximum number of values; -1 for no limit. */
      readonly cardinality: number;
      readonly settings: {
        /** @description In characters. */
        readonly maxLength?: number;
        readonly min?: number;
        readonly max?: number;
        /** @description Digits of a decimal. */
        readonly precision?: number;
        /** @description Digits after the point. */
        readonly scale?: number;
        readonly allowedValues?: readonly {
          readonly value: string;
          readonly label: string;
        }[];
        /** @enum {string} */
        readonly datetimeType?: 'date' | 'datetime';
        readonly targetTypes?: readonly string[];
        readonly caseSensitive?: boolean;
        /** @description Extensions of the files that a field accepts, without the point. */
        readonly fileExtensions?: readonly string[];
        /** @description Bytes of a file. */
        readonly maxBytes?: number;
      };
      /** @description Help text for editors. */
      readonly description?: string;
      /** @description Example in an empty input. */
      readonly placeholder?: string;
      /** @description Value with which forms begin a new entry, as in request bodies; a list if the field has several. The API does not apply it. */
      readonly defaultValue?: unknown;
      /** @description Place in the forms of entries. */
      readonly formDisplay?: {
        /**
         * @description Heading of the group of fields to which it belongs.
         * @example Search engines
         */
        readonly group?: string;
        /**
         * @description Column of the form.
         * @default main
         * @enum {string}
         */
        readonly region?: 'main' | 'side';
      };
      readonly entriesWithValue: number;
      /**
       * @description More entries may have a value: a request counts up to 10000.
       * @constant
       */
      readonly entriesWithValueIsMinimum?: true;
    };
    readonly Job: {
      readonly id: components['schemas']['Uuid'];
      /**
       * @description The kind of work.
       * @example model.apply
       */
      readonly kind: string;
      /** @enum {string} */
      readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      readonly parameters: Record<string, unknown>;
      /**
       * @description The part of the work that was last reported.
       * @example backfill
       */
      readonly phase: string;
      /** @description Number of entries that are done. */
      readonly done: number;
      /** @description Number of all entries, where it is known. */
      readonly total: number | null;
      readonly result: Record<string, unknown> | null;
      readonly error: {
        readonly code: string;
        readonly detail: string;
      } | null;
      readonly actor: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly userId: string | null;
        readonly clientId: string | null;
      };
      /** @description How often a process has started or continued the job. */
      readonly attempts: number;
      readonly cancelRequested: boolean;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @description The job is not started before.
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly runAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly startedAt: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly endedAt: string | null;
    };
    readonly 'Job.change': {
      /** @enum {string} */
      readonly action: 'cancel' | 'resume' | 'retry';
    };
    readonly 'Job.new': {
      /** @enum {string} */
      readonly kind: 'index.rebuild' | 'index.verify' | 'cache.purge';
    };
    readonly JsonApiSettings: {
      /** @description Whether published content can be read without a token. */
      readonly publicAccess: boolean;
      /** @enum {string} */
      readonly allowedOperations: 'read_only' | 'read_write';
      /** @description Whether `/openapi.json` and `/docs` are available without a token. */
      readonly publishDescription: boolean;
      readonly pageLimitMaximum: number;
      readonly includeDepthMaximum: number;
      readonly includedMaximum: number;
      /** @description Maximum cost of one query; 1 is about 0.1 milliseconds over 2,000 entries. */
      readonly queryComplexityMaximum: number;
      /** @description Maximum size in bytes of a response with several entries. */
      readonly documentBytesMaximum: number;
      readonly publicMaxAgeSeconds: number;
      /** @description How long content delivery networks keep anonymous reads; 0: as long as browsers do. */
      readonly sharedMaxAgeSeconds: number;
      readonly atomicOperationsMaximum: number;
    };
    readonly 'JsonApiSettings.change': {
      /** @description Whether published content can be read without a token. */
      readonly publicAccess?: boolean;
      /** @enum {string} */
      readonly allowedOperations?: 'read_only' | 'read_write';
      /** @description Whether `/openapi.json` and `/docs` are available without a token. */
      readonly publishDescription?: boolean;
      readonly pageLimitMaximum?: number;
      readonly includeDepthMaximum?: number;
      readonly includedMaximum?: number;
      /** @description Maximum cost of one query; 1 is about 0.1 milliseconds over 2,000 entries. */
      readonly queryComplexityMaximum?: number;
      /** @description Maximum size in bytes of a response with several entries. */
      readonly documentBytesMaximum?: number;
      readonly publicMaxAgeSeconds?: number;
      /** @description How long content delivery networks keep anonymous reads; 0: as long as browsers do. */
      readonly sharedMaxAgeSeconds?: number;
      readonly atomicOperationsMaximum?: number;
    };
    readonly ListViews: {
      readonly views: readonly components['schemas']['ListViews.view'][];
      readonly shared: readonly {
        /**
         * @description Unique among the views of the resource type.
         * @example Drafts of this month
         */
        readonly name: string;
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly resourceType: string;
        /** @description Search, filters, order and columns of the list, as the address of its screen has them; at most 4000 characters of JSON. */
        readonly search: Record<string, unknown>;
        /**
         * @description The role whose users see it; absent: all.
         * @example editor
         */
        readonly role?: string;
      }[];
    };
    readonly 'ListViews.change': {
      readonly views: readonly components['schemas']['ListViews.view'][];
    };
    readonly 'ListViews.view': {
      /**
       * @description Unique among the views of the resource type.
       * @example Drafts of this month
       */
      readonly name: string;
      /**
       * @description The resource type.
       * @example node--article
       */
      readonly resourceType: string;
      /** @description Search, filters, order and columns of the list, as the address of its screen has them; at most 4000 characters of JSON. */
      readonly search: Record<string, unknown>;
    };
    readonly MenuSettings: {
      /** @description The menus of the site, whose links are entries of the type `menu_link_content--menu_link_content`. */
      readonly menus: readonly {
        /** @description The machine name, in addresses and in `menu_name` of its links. */
        readonly name: string;
        readonly label: string;
        readonly description?: string;
      }[];
    };
    readonly 'MenuSettings.change': {
      /** @description The menus of the site, whose links are entries of the type `menu_link_content--menu_link_content`. */
      readonly menus?: readonly {
        /** @description The machine name, in addresses and in `menu_name` of its links. */
        readonly name: string;
        readonly label: string;
        readonly description?: string;
      }[];
    };
    readonly OAuthSettings: {
      /** @description Maximum lifetime in seconds of all refresh tokens of one login; default 90 days. 0: no limit. */
      readonly refreshFamilyMaximumSeconds: number;
      readonly refreshReuseGraceSeconds: number;
      /** @description Whether PKCE is required of confidential clients; it is always required of public ones. */
      readonly requirePkce: boolean;
      /** @description Whether redirects of public clients to `http://localhost` may have any port, as those to `127.0.0.1` and `[::1]` always may. */
      readonly localhostAnyPort: boolean;
    };
    readonly 'OAuthSettings.change': {
      /** @description Maximum lifetime in seconds of all refresh tokens of one login; default 90 days. 0: no limit. */
      readonly refreshFamilyMaximumSeconds?: number;
      readonly refreshReuseGraceSeconds?: number;
      /** @description Whether PKCE is required of confidential clients; it is always required of public ones. */
      readonly requirePkce?: boolean;
      /** @description Whether redirects of public clients to `http://localhost` may have any port, as those to `127.0.0.1` and `[::1]` always may. */
      readonly localhostAnyPort?: boolean;
    };
    readonly PasswordLink: {
      /**
       * Format: uri
       * @description Contained in this response only.
       */
      readonly url: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly expiresAt: string;
      /** @description Whether this service sends e-mails (`SMTP_URL`). */
      readonly canBeSent: boolean;
    };
    readonly 'PasswordLink.new': {
      /**
       * @description Where the link is sent, in the language that the user chose, otherwise in that of the request. It is not stored. Absent: the link is not sent.
       * @example ada@example.com
       */
      readonly email?: string;
    };
    readonly Preview: {
      /**
       * Format: uri
       * @description The link to the site.
       */
      readonly url: string;
      /** @description What reads the entry, as the parameter of this name. */
      readonly resourceVersion: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly expiresAt: string;
    };
    readonly 'Preview.new': {
      /**
       * @description The resource type of the entry.
       * @example node--article
       */
      readonly type: string;
      /**
       * Format: uuid
       * @description The entry.
       */
      readonly id: string;
      /**
       * @description The language of the entry, which is the default.
       * @example en
       */
      readonly langcode?: string;
      /**
       * @description The label of one of the `previewSites`.
       * @example Website
       */
      readonly site: string;
    };
    readonly Problem: {
      /**
       * @description A URI, `about:blank` for most problems; `code` distinguishes them.
       * @example about:blank
       */
      readonly type: string;
      /** @description Title of the status. */
      readonly title: string;
      /** @example 422 */
      readonly status: number;
      /** @description Description of the problem and its remedy. */
      readonly detail: string;
      /**
       * @description Machine-readable error code.
       * @example client_invalid
       */
      readonly code: string;
      readonly errors?: readonly {
        /**
         * @description A JSON Pointer into the body.
         * @example /redirectUris/0
         */
        readonly pointer: string;
        /** @description Description of the error of this member. */
        readonly detail: string;
        /** @description Machine-readable error code. */
        readonly code: string;
        /** @description The broken rule, such as `{"minimum": 1, "maximum": 500}`. */
        readonly meta?: Record<string, unknown>;
      }[];
      /** @description Number of further errors of the body. */
      readonly omittedErrors?: number;
      /** @description The trace id (W3C Trace Context) of a request that has one. */
      readonly trace?: string;
    };
    readonly QueryPlan: {
      /**
       * @description The engine of the database.
       * @example postgres
       */
      readonly engine: string;
      /** @description How many entries the type has. */
      readonly entries: number;
      /** @description How the entries are found, in the order in which it is tried: a step that finds too few is followed by the next. */
      readonly page: readonly components['schemas']['QueryPlan.step'][];
      readonly total: components['schemas']['QueryPlan.step'];
      readonly statements: readonly components['schemas']['QueryPlan.statement'][];
      /** @description What would let an index answer more of the query. */
      readonly advice: readonly components['schemas']['QueryPlan.advice'][];
    };
    readonly 'QueryPlan.advice': {
      /**
       * @description The path of the filter or sort.
       * @example body.value
       */
      readonly path: string;
      /** @description What keeps it from an index, and what can be done. */
      readonly message: string;
    };
    readonly 'QueryPlan.statement': {
      /**
       * @description What it reads.
       * @example page
       */
      readonly purpose: string;
      /** @description The statement; `?` stands for a parameter. */
      readonly text: string;
      readonly parameters: readonly (string | number | null)[];
      /** @description The database's own plan. */
      readonly enginePlan: readonly string[];
    };
    readonly 'QueryPlan.step': {
      /**
       * @description The way of access.
       * @example lookup
       */
      readonly access: string;
      /** @description The way of access in words. */
      readonly description: string;
      /** @description Conditions, order and bounds. */
      readonly details: readonly string[];
      /** @description How many rows are read; `null` when that is not known without reading them. */
      readonly estimatedRows: number | null;
      /** @description How long reading them takes, by measured costs of rows. */
      readonly estimatedMilliseconds: number | null;
    };
    readonly RateLimitSettings: {
      /**
       * @description `none`, `recommended`, or limits by policy; a policy that is absent has no limit.
       * @example recommended
       * @example {
       *       "write": {
       *         "quota": 300,
       *         "windowSeconds": 60
       *       }
       *     }
       */
      readonly rateLimits:
        | ('none' | 'recommended')
        | {
            readonly client?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly write?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly anonymous?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly token?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly manage?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
          };
    };
    readonly 'RateLimitSettings.change': {
      /**
       * @description `none`, `recommended`, or limits by policy; a policy that is absent has no limit.
       * @example recommended
       * @example {
       *       "write": {
       *         "quota": 300,
       *         "windowSeconds": 60
       *       }
       *     }
       */
      readonly rateLimits?:
        | ('none' | 'recommended')
        | {
            readonly client?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly write?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly anonymous?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly token?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
            readonly manage?: {
              /** @description Maximum number of requests per window. */
              readonly quota: number;
              readonly windowSeconds: number;
            };
          };
    };
    readonly RestoredEntry: {
      readonly entry: {
        /**
         * @description The resource type.
         * @example node--article
         */
        readonly type: string;
        readonly id: components['schemas']['Uuid'];
        /**
         * @description Its title or name.
         * @example Trams
         */
        readonly label: string | null;
      };
      readonly published: boolean;
      readonly references: {
        /** @description The references to it that were put back. */
        readonly putBack: readonly {
          readonly entry: {
            /**
             * @description The resource type.
             * @example node--article
             */
            readonly type: string;
            readonly id: components['schemas']['Uuid'];
            /**
             * @description Its title or name.
             * @example Trams
             */
            readonly label: string | null;
          };
          /**
           * @description The name of the relationship.
           * @example field_tags
           */
          readonly field: string;
        }[];
        /**
         * @description How many others are known, which were not put back.
         * @example 0
         */
        readonly left: number;
      };
    };
    readonly Role: {
      readonly name: string;
      /** @description Shown to administrators. */
      readonly label: string;
      readonly scopes: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
      readonly builtIn: boolean;
    };
    readonly 'Role.change': {
      /** @description Shown to administrators. */
      readonly label?: string;
      readonly scopes?: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
    };
    readonly 'Role.new': {
      readonly name: string;
      /** @description Shown to administrators. */
      readonly label: string;
      readonly scopes: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
    };
    readonly Schedule: {
      /**
       * @description The name.
       * @example prune-events
       */
      readonly name: string;
      /**
       * @description A cron expression in UTC: minute, hour, day of month, month and day of week.
       * @example 30 3 * * *
       */
      readonly cron: string;
      /**
       * @description The expression unless an administrator changes it.
       * @example 30 3 * * *
       */
      readonly defaultCron: string;
      readonly enabled: boolean;
      /**
       * @description The kind of its jobs.
       * @example prune
       */
      readonly kind: string;
      /**
       * Format: date-time
       * @description `null` while the schedule is disabled.
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly nextDueAt: string | null;
      /**
       * Format: date-time
       * @description The time that came last.
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly lastDueAt: string | null;
      /**
       * Format: date-time
       * @description When the last job was started.
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly lastRunAt: string | null;
      readonly lastJob: components['schemas']['Uuid'] | null;
      /**
       * @description `null` while the last job is unfinished.
       * @enum {string|null}
       */
      readonly lastOutcome: 'succeeded' | 'failed' | 'cancelled' | null;
    };
    readonly 'Schedule.change': {
      /**
       * @description A cron expression in UTC: minute, hour, day of month, month and day of week.
       * @example 30 3 * * *
       */
      readonly cron?: string;
      readonly enabled?: boolean;
    };
    readonly Scope: {
      /**
       * @description The name.
       * @example content:administer
       */
      readonly name: string;
      /** @description Description of what a token with the scope may do. */
      readonly governs: string;
      /**
       * @description Group for display.
       * @example Content
       */
      readonly group: string;
    };
    readonly SessionToken: {
      /** @description A JWT. */
      readonly access_token: string;
      /** @constant */
      readonly token_type: 'Bearer';
      /** @constant */
      readonly expires_in: 300;
      /**
       * @description Scopes, separated by spaces.
       * @example content:administer member
       */
      readonly scope: string;
      readonly user: {
        readonly id: components['schemas']['Uuid'];
        /**
         * @description Login name; shown to administrators only.
         * @example alice
         */
        readonly name: string;
        /**
         * @description Public name. Default for new users: `User` and the end of the id.
         * @example Alice
         */
        readonly displayName: string;
        /**
         * @description The name of a role.
         * @example editor
         */
        readonly role: string;
      };
    };
    readonly SigningKey: {
      /** @description The id of the key, as in the header of tokens. */
      readonly kid: string;
      /** @enum {string} */
      readonly algorithm: 'RS256' | 'ES256';
      /** @enum {string} */
      readonly state: 'current' | 'next' | 'retired';
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly retiredAt: string | null;
      /** @description A JSON Web Key (RFC 7517). */
      readonly publicKey: Record<string, unknown>;
    };
    readonly SiteAppearance: {
      /** @description The name of the site in the administration and on the pages of the service; empty: its host. */
      readonly name: string;
      /** @description The colour of buttons and links there, darkened or lightened where it could not be read; empty: blue. */
      readonly color: string;
      /** @description The picture beside the name: a PNG, JPEG, WebP or SVG as `data:` URL; empty: none. */
      readonly logo: string;
      /** @description The picture in the tab of the browser: a PNG, JPEG, WebP or SVG as `data:` URL; empty: none. */
      readonly icon: string;
    };
    readonly 'SiteAppearance.change': {
      /** @description The name of the site in the administration and on the pages of the service; empty: its host. */
      readonly name?: string;
      /** @description The colour of buttons and links there, darkened or lightened where it could not be read; empty: blue. */
      readonly color?: string;
      /** @description The picture beside the name: a PNG, JPEG, WebP or SVG as `data:` URL; empty: none. */
      readonly logo?: string;
      /** @description The picture in the tab of the browser: a PNG, JPEG, WebP or SVG as `data:` URL; empty: none. */
      readonly icon?: string;
    };
    readonly User: {
      readonly id: components['schemas']['Uuid'];
      /**
       * @description Login name; shown to administrators only.
       * @example alice
       */
      readonly name: string;
      /**
       * @description Public name. Default for new users: `User` and the end of the id.
       * @example Alice
       */
      readonly displayName: string;
      /**
       * @description The name of a role.
       * @example editor
       */
      readonly role: string;
      readonly enabled: boolean;
      readonly passwordChangeRequired: boolean;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly lastLoginAt: string | null;
    };
    readonly 'User.change': {
      /**
       * @description Login name; shown to administrators only.
       * @example alice
       */
      readonly name?: string;
      /**
       * @description Public name. Default for new users: `User` and the end of the id.
       * @example Alice
       */
      readonly displayName?: string;
      /**
       * @description The name of a role.
       * @example editor
       */
      readonly role?: string;
      readonly enabled?: boolean;
      /**
       * Format: password
       * @description Common and breached passwords, and passwords that consist of the names of the user or the site, are rejected.
       */
      readonly password?: string;
      /**
       * @description Whether the user may keep this password; otherwise it must be changed at the first sign-in. For machines and tests.
       * @default false
       */
      readonly keepPassword?: boolean;
    };
    readonly 'User.new': {
      /**
       * @description Login name; shown to administrators only.
       * @example alice
       */
      readonly name: string;
      /**
       * @description Public name. Default for new users: `User` and the end of the id.
       * @example Alice
       */
      readonly displayName?: string;
      /**
       * @description The name of a role.
       * @example editor
       */
      readonly role: string;
      /**
       * Format: password
       * @description Common and breached passwords, and passwords that consist of the names of the user or the site, are rejected. Without one, the user sets it by a link (`/manage/users/{id}/password-link`).
       */
      readonly password?: string;
      /**
       * @description Whether the user may keep this password; otherwise it must be changed at the first sign-in. For machines and tests.
       * @default false
       */
      readonly keepPassword?: boolean;
    };
    readonly UserGrant: {
      /** @description The id of the API client. */
      readonly clientId: string;
      /** @description The label of the API client; null when it was deleted. */
      readonly label: string | null;
      readonly scopes: readonly (
        | 'content:administer'
        | 'content_type:administer'
        | 'content_type:administer_fields'
        | 'page_template:administer'
        | 'media:administer'
        | 'media_type:administer'
        | 'taxonomy:administer'
        | 'taxonomy:administer_fields'
        | 'menu:administer'
        | 'site_settings:administer'
        | 'canvas:page:read'
        | 'canvas:page:create'
        | 'canvas:page:edit'
        | 'canvas:page:delete'
        | 'canvas:page_region'
        | 'canvas:content_template'
        | 'canvas:asset_library'
        | 'canvas:js_component'
        | 'canvas:brand_kit'
        | 'canvas:media:view'
        | 'canvas:media:image:create'
        | 'member'
      )[];
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly grantedAt: string;
    };
    readonly UserSession: {
      /** @description Names the session; not a secret. */
      readonly id: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly startedAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly authenticatedAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly expiresAt: string;
      /** @description The IP address of the sign-in. */
      readonly ipAddress: string | null;
      /** @description What the browser of the sign-in called itself, such as `Firefox 128, Linux`. */
      readonly browser: string | null;
    };
    /**
     * Format: uuid
     * @example 0192f0c8-7a51-7c3e-9d2b-5b1c6f0a4e11
     */
    readonly Uuid: string;
    readonly Webhook: {
      readonly id: components['schemas']['Uuid'];
      /**
       * @description The name.
       * @example Search index
       */
      readonly label: string;
      /**
       * @description What is called by POST.
       * @example https://search.example/content-changed
       */
      readonly url: string;
      /** @description Empty: events of all types. */
      readonly types: readonly (
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed'
      )[];
      /** @description Empty: entries of all resource types. */
      readonly resourceTypes: readonly string[];
      /** @description Empty: all. */
      readonly operations: readonly ('create' | 'update' | 'delete')[];
      /**
       * @description `public`: what an anonymous reader sees. `content`: unpublished entries as well. `management`: changes of management data, none of entries.
       * @enum {string}
       */
      readonly visibility: 'public' | 'content' | 'management';
      /**
       * @description `thin`: no attributes and relationships.
       * @enum {string}
       */
      readonly payload: 'full' | 'thin';
      /** @enum {string} */
      readonly format: 'json' | 'cloudevents';
      /**
       * @description `entry`: the events of an entry, or of another object, are delivered one after the other.
       * @enum {string}
       */
      readonly ordering: 'entry' | 'none';
      /** @description Whether a delivery is skipped when a later one is waiting. */
      readonly latestOnly: boolean;
      /** @description Whether referrers that lose a deleted entry are sent, too (`cause` `target_deleted`). */
      readonly includeDerived: boolean;
      /** @description Calls at the same time. */
      readonly maxConcurrency: number;
      /** @description Calls that begin in a second, in all processes; `null`: no limit. */
      readonly maxPerSecond: number | null;
      readonly enabled: boolean;
      readonly headerNames: readonly string[];
      /**
       * @description The scheme of Standard Webhooks: `v1` is HMAC-SHA256, `v1a` Ed25519.
       * @enum {string}
       */
      readonly signature: 'v1' | 'v1a';
      /** @description Verifies signatures `v1a`. */
      readonly publicKey: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly previousSecretUntil: string | null;
      readonly owner: {
        /** @enum {string} */
        readonly kind: 'anonymous' | 'client' | 'user' | 'operator' | 'service';
        readonly userId: string | null;
        readonly clientId: string | null;
      };
      /**
       * @description Why the service disabled it: an answer 410, or 120 hours of failures.
       * @enum {string|null}
       */
      readonly disabledReason: 'gone' | 'failing' | null;
      /** @description Of a disabled webhook, and in the answer to the change that enables it: the `from` of a replay that sends the events of the time in which it was disabled. */
      readonly replayFrom: string | null;
      readonly circuit: {
        /**
         * @description `open`: no calls for a while.
         * @enum {string}
         */
        readonly state: 'closed' | 'open' | 'half-open';
        readonly failures: number;
        /**
         * Format: date-time
         * @example 2024-01-31T12:00:00+00:00
         */
        readonly failingSince: string | null;
        /**
         * Format: date-time
         * @example 2024-01-31T12:00:00+00:00
         */
        readonly openUntil: string | null;
      };
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
    };
    readonly 'Webhook.change': {
      /**
       * @description The name.
       * @example Search index
       */
      readonly label?: string;
      /**
       * @description What is called by POST.
       * @example https://search.example/content-changed
       */
      readonly url?: string;
      /** @description Empty: events of all types. */
      readonly types?: readonly (
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed'
      )[];
      /** @description Empty: entries of all resource types. */
      readonly resourceTypes?: readonly string[];
      /** @description Empty: all. */
      readonly operations?: readonly ('create' | 'update' | 'delete')[];
      /**
       * @description `public`: what an anonymous reader sees. `content`: unpublished entries as well. `management`: changes of management data, none of entries.
       * @enum {string}
       */
      readonly visibility?: 'public' | 'content' | 'management';
      /**
       * @description `thin`: no attributes and relationships.
       * @enum {string}
       */
      readonly payload?: 'full' | 'thin';
      /** @enum {string} */
      readonly format?: 'json' | 'cloudevents';
      /**
       * @description `entry`: the events of an entry, or of another object, are delivered one after the other.
       * @enum {string}
       */
      readonly ordering?: 'entry' | 'none';
      /** @description Whether a delivery is skipped when a later one is waiting. */
      readonly latestOnly?: boolean;
      /** @description Whether referrers that lose a deleted entry are sent, too (`cause` `target_deleted`). */
      readonly includeDerived?: boolean;
      /** @description Calls at the same time. */
      readonly maxConcurrency?: number;
      /** @description Calls that begin in a second, in all processes; `null`: no limit. */
      readonly maxPerSecond?: number | null;
      readonly enabled?: boolean;
      /** @description Further header fields of every call. Their values are not shown again. */
      readonly headers?: {
        readonly [key: string]: string;
      };
    };
    readonly 'Webhook.new': {
      /**
       * @description The name.
       * @example Search index
       */
      readonly label: string;
      /**
       * @description What is called by POST.
       * @example https://search.example/content-changed
       */
      readonly url: string;
      /**
       * @description Empty: events of all types.
       * @default []
       */
      readonly types?: readonly (
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed'
      )[];
      /**
       * @description Empty: entries of all resource types.
       * @default []
       */
      readonly resourceTypes?: readonly string[];
      /**
       * @description Empty: all.
       * @default []
       */
      readonly operations?: readonly ('create' | 'update' | 'delete')[];
      /**
       * @description `public`: what an anonymous reader sees. `content`: unpublished entries as well. `management`: changes of management data, none of entries.
       * @default public
       * @enum {string}
       */
      readonly visibility?: 'public' | 'content' | 'management';
      /**
       * @description `thin`: no attributes and relationships.
       * @default full
       * @enum {string}
       */
      readonly payload?: 'full' | 'thin';
      /**
       * @default json
       * @enum {string}
       */
      readonly format?: 'json' | 'cloudevents';
      /**
       * @description `entry`: the events of an entry, or of another object, are delivered one after the other.
       * @default entry
       * @enum {string}
       */
      readonly ordering?: 'entry' | 'none';
      /**
       * @description Whether a delivery is skipped when a later one is waiting.
       * @default false
       */
      readonly latestOnly?: boolean;
      /**
       * @description Whether referrers that lose a deleted entry are sent, too (`cause` `target_deleted`).
       * @default true
       */
      readonly includeDerived?: boolean;
      /**
       * @description Calls at the same time.
       * @default 4
       */
      readonly maxConcurrency?: number;
      /**
       * @description Calls that begin in a second, in all processes; `null`: no limit.
       * @default null
       */
      readonly maxPerSecond?: number | null;
      /** @default true */
      readonly enabled?: boolean;
      /**
       * @description Further header fields of every call. Their values are not shown again.
       * @default {}
       */
      readonly headers?: {
        readonly [key: string]: string;
      };
      /**
       * @description The scheme of Standard Webhooks: `v1` is HMAC-SHA256, `v1a` Ed25519.
       * @default v1
       * @enum {string}
       */
      readonly signature?: 'v1' | 'v1a';
    };
    readonly 'Webhook.newSecret': {
      /** @default 86400 */
      readonly graceSeconds?: number;
    };
    readonly 'Webhook.replay': {
      readonly resourceTypes?: readonly string[];
      /** @description Only events whose delivery to this webhook is in one of these states. */
      readonly states?: readonly ('delivered' | 'dead' | 'skipped')[];
      /**
       * @description Where the events begin: behind the `sequence` of an event, or a date-time.
       * @example 2024-01-31T12:00:00Z
       */
      readonly from: string;
      /**
       * @description Where they end: with the event of this `sequence`, or before a date-time. Default: the end of the log.
       * @example 4711-0190163d
       */
      readonly until?: string;
      readonly types?: readonly (
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed'
      )[];
      /** @description Starts no replay: the answer is 200 with the number of events that it would send. */
      readonly dryRun?: boolean;
    };
    readonly 'Webhook.withSecret': components['schemas']['Webhook'] & {
      /** @description Contained in this response only. */
      readonly secret: string;
    };
    readonly WebhookAttempt: {
      readonly id: components['schemas']['Uuid'];
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly startedAt: string;
      readonly durationMs: number;
      /** @description The HTTP status; `null` without an answer. */
      readonly status: number | null;
      /**
       * @description A code.
       * @example timeout
       */
      readonly error: string | null;
      readonly detail: string | null;
      /** @description The beginning of the answer. */
      readonly excerpt: string | null;
    };
    readonly 'WebhookAttempt.withRequest': {
      readonly id: components['schemas']['Uuid'];
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly startedAt: string;
      readonly durationMs: number;
      /** @description The HTTP status; `null` without an answer. */
      readonly status: number | null;
      /**
       * @description A code.
       * @example timeout
       */
      readonly error: string | null;
      readonly detail: string | null;
      /** @description The beginning of the answer. */
      readonly excerpt: string | null;
      /** @description What was sent; `null` when it was not kept. */
      readonly request: {
        /** @description Those of the connection, such as `Host`, and `traceparent` are left out. */
        readonly headers: readonly {
          /**
           * @description The name.
           * @example webhook-id
           */
          readonly name: string;
          /** @description `null` for a header of `headers`, whose value is not shown. */
          readonly value: string | null;
        }[];
        /** @description `null` when it cannot be made again: the event has left the log, or the content model was changed. */
        readonly body: string | null;
      } | null;
    };
    readonly WebhookDelivery: {
      readonly id: components['schemas']['Uuid'];
      readonly eventId: components['schemas']['Uuid'];
      /** @enum {string} */
      readonly type:
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed';
      readonly subject: {
        /**
         * @description The resource type of an entry, or the kind of another object.
         * @example node--article
         */
        readonly type: string;
        /**
         * @description The id or name.
         * @example 0190163d-8694-739b-aea5-966c26f8ad91
         */
        readonly id: string;
      };
      /** @enum {string} */
      readonly state: 'pending' | 'delivering' | 'delivered' | 'dead' | 'skipped';
      readonly attempts: number;
      /**
       * @description Why it was skipped.
       * @example visibility
       */
      readonly skipReason: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly nextAttemptAt: string | null;
      readonly lastStatus: number | null;
      readonly lastError: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly endedAt: string | null;
      readonly replayJobId: components['schemas']['Uuid'] | null;
    };
    readonly 'WebhookDelivery.withHistory': {
      readonly id: components['schemas']['Uuid'];
      readonly eventId: components['schemas']['Uuid'];
      /** @enum {string} */
      readonly type:
        | 'entry.created'
        | 'entry.updated'
        | 'entry.published'
        | 'entry.unpublished'
        | 'entry.deleted'
        | 'user.created'
        | 'user.renamed'
        | 'user.role_assigned'
        | 'user.password_changed'
        | 'user.enabled'
        | 'user.disabled'
        | 'user.unlocked'
        | 'user.deleted'
        | 'role.created'
        | 'role.changed'
        | 'role.deleted'
        | 'client.created'
        | 'client.changed'
        | 'client.secret_rotated'
        | 'client.tokens_revoked'
        | 'client.deleted'
        | 'consent.revoked'
        | 'key.rotated'
        | 'key.revoked'
        | 'site.imported'
        | 'job.finished'
        | 'webhook.endpoint_disabled'
        | 'webhook.gap'
        | 'setting.changed'
        | 'bundle.created'
        | 'bundle.changed'
        | 'bundle.removed'
        | 'field.added'
        | 'field.changed'
        | 'field.removed';
      readonly subject: {
        /**
         * @description The resource type of an entry, or the kind of another object.
         * @example node--article
         */
        readonly type: string;
        /**
         * @description The id or name.
         * @example 0190163d-8694-739b-aea5-966c26f8ad91
         */
        readonly id: string;
      };
      /** @enum {string} */
      readonly state: 'pending' | 'delivering' | 'delivered' | 'dead' | 'skipped';
      readonly attempts: number;
      /**
       * @description Why it was skipped.
       * @example visibility
       */
      readonly skipReason: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly nextAttemptAt: string | null;
      readonly lastStatus: number | null;
      readonly lastError: string | null;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly createdAt: string;
      /**
       * Format: date-time
       * @example 2024-01-31T12:00:00+00:00
       */
      readonly endedAt: string | null;
      readonly replayJobId: components['schemas']['Uuid'] | null;
      /** @description The attempts, the first one first. */
      readonly history: readonly components['schemas']['WebhookAttempt'][];
    };
  };
}

/** The members of new resources that have defaults. */
export const DEFAULTS = {
  'ApiClient.new': {
    redirectUris: [],
    enabled: true,
    rememberConsent: false,
    confidential: true,
  },
  'ApiClient.newSecret': {
    graceSeconds: 0,
  },
  'BulkAction.new': {
    all: false,
    mode: 'replace',
  },
  'Field.new': {
    required: false,
    cardinality: 1,
    settings: {},
  },
  'User.change': {
    keepPassword: false,
  },
  'User.new': {
    keepPassword: false,
  },
  'Webhook.new': {
    types: [],
    resourceTypes: [],
    operations: [],
    visibility: 'public',
    payload: 'full',
    format: 'json',
    ordering: 'entry',
    latestOnly: false,
    includeDerived: true,
    maxConcurrency: 4,
    maxPerSecond: null,
    enabled: true,
    headers: {},
    signature: 'v1',
  },
  'Webhook.newSecret': {
    graceSeconds: 86400,
  },
} as const;
