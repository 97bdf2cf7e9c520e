// Written by `npm run docs:reference` from the description of the management API; changes are lost.

/** By schema and member. */
export const BOUNDS = {
  'ApiClient.change': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
  },
  'ApiClient.new': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
  },
  'BulkAction.new': {
    filter: {
      maxLength: 8000,
    },
  },
  'Bundle.change': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
    fieldOrder: {
      items: {
        pattern: '^[a-z][a-z0-9_]{0,31}$',
      },
    },
  },
  'Bundle.new': {
    bundle: {
      pattern: '^[a-z][a-z0-9_]{0,31}$',
    },
    label: {
      minLength: 1,
      maxLength: 255,
    },
  },
  'ContentSettings.change': {
    revisionsKept: {
      minimum: 0,
      maximum: 1000,
    },
    revisionDays: {
      minimum: 0,
      maximum: 10000,
    },
    trashDays: {
      minimum: 0,
      maximum: 10000,
    },
    imageStyles: {
      maxItems: 30,
      items: {
        name: {
          pattern: '^(?!self$)[a-z][a-z0-9_]{0,31}$',
        },
        label: {
          minLength: 1,
          maxLength: 255,
        },
        width: {
          minimum: 1,
          maximum: 4096,
        },
        height: {
          minimum: 1,
          maximum: 4096,
        },
        quality: {
          minimum: 1,
          maximum: 100,
        },
      },
    },
    previewSites: {
      maxItems: 20,
      items: {
        label: {
          minLength: 1,
          maxLength: 255,
        },
        url: {
          maxLength: 1000,
        },
      },
    },
    sharedViews: {
      maxItems: 50,
      items: {
        name: {
          minLength: 1,
          maxLength: 60,
        },
        resourceType: {
          minLength: 1,
          maxLength: 128,
        },
        role: {
          minLength: 1,
          maxLength: 32,
        },
      },
    },
  },
  'EventConsumer.change': {
    position: {
      minimum: 0,
    },
  },
  'Field.change': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
    cardinality: {
      minimum: -1,
      maximum: 1000,
    },
    settings: {
      maxLength: {
        minimum: 1,
        maximum: 255,
      },
      precision: {
        minimum: 1,
        maximum: 18,
      },
      scale: {
        minimum: 0,
        maximum: 18,
      },
      fileExtensions: {
        maxItems: 50,
        items: {
          pattern: '^[a-z0-9]{1,12}$',
        },
      },
      maxBytes: {
        minimum: 1,
      },
    },
    description: {
      minLength: 1,
      maxLength: 1000,
    },
    placeholder: {
      minLength: 1,
      maxLength: 255,
    },
    formDisplay: {
      group: {
        minLength: 1,
        maxLength: 255,
      },
    },
  },
  'Field.new': {
    name: {
      pattern: '^[a-z][a-z0-9_]{0,31}$',
    },
    label: {
      minLength: 1,
      maxLength: 255,
    },
    cardinality: {
      minimum: -1,
      maximum: 1000,
    },
    settings: {
      maxLength: {
        minimum: 1,
        maximum: 255,
      },
      precision: {
        minimum: 1,
        maximum: 18,
      },
      scale: {
        minimum: 0,
        maximum: 18,
      },
      fileExtensions: {
        maxItems: 50,
        items: {
          pattern: '^[a-z0-9]{1,12}$',
        },
      },
      maxBytes: {
        minimum: 1,
      },
    },
    description: {
      minLength: 1,
      maxLength: 1000,
    },
    placeholder: {
      minLength: 1,
      maxLength: 255,
    },
    formDisplay: {
      group: {
        minLength: 1,
        maxLength: 255,
      },
    },
  },
  'JsonApiSettings.change': {
    pageLimitMaximum: {
      minimum: 1,
      maximum: 500,
    },
    includeDepthMaximum: {
      minimum: 1,
      maximum: 20,
    },
    includedMaximum: {
      minimum: 1,
      maximum: 20000,
    },
    queryComplexityMaximum: {
      minimum: 100,
      maximum: 100000,
    },
    documentBytesMaximum: {
      minimum: 1048576,
      maximum: 268435456,
    },
    publicMaxAgeSeconds: {
      minimum: 0,
      maximum: 31536000,
    },
    sharedMaxAgeSeconds: {
      minimum: 0,
      maximum: 31536000,
    },
    atomicOperationsMaximum: {
      minimum: 1,
      maximum: 1000,
    },
  },
  'ListViews.change': {
    views: {
      maxItems: 50,
    },
  },
  'ListViews.view': {
    name: {
      minLength: 1,
      maxLength: 60,
    },
    resourceType: {
      minLength: 1,
      maxLength: 128,
    },
  },
  'MenuSettings.change': {
    menus: {
      maxItems: 50,
      items: {
        name: {
          pattern: '^[a-z0-9][a-z0-9_-]{0,31}$',
        },
        label: {
          minLength: 1,
          maxLength: 255,
        },
        description: {
          minLength: 1,
          maxLength: 255,
        },
      },
    },
  },
  'OAuthSettings.change': {
    refreshFamilyMaximumSeconds: {
      minimum: 0,
      maximum: 315360000,
    },
    refreshReuseGraceSeconds: {
      minimum: 0,
      maximum: 60,
    },
  },
  'PasswordLink.new': {
    email: {
      maxLength: 254,
      pattern: '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$',
    },
  },
  'RateLimitSettings.change': {
    rateLimits: {
      client: {
        quota: {
          minimum: 1,
          maximum: 1000000,
        },
        windowSeconds: {
          minimum: 1,
          maximum: 86400,
        },
      },
      write: {
        quota: {
          minimum: 1,
          maximum: 1000000,
        },
        windowSeconds: {
          minimum: 1,
          maximum: 86400,
        },
      },
      anonymous: {
        quota: {
          minimum: 1,
          maximum: 1000000,
        },
        windowSeconds: {
          minimum: 1,
          maximum: 86400,
        },
      },
      token: {
        quota: {
          minimum: 1,
          maximum: 1000000,
        },
        windowSeconds: {
          minimum: 1,
          maximum: 86400,
        },
      },
      manage: {
        quota: {
          minimum: 1,
          maximum: 1000000,
        },
        windowSeconds: {
          minimum: 1,
          maximum: 86400,
        },
      },
    },
  },
  'Role.change': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
  },
  'Role.new': {
    name: {
      pattern: '^[a-z][a-z0-9_]{0,31}$',
    },
    label: {
      minLength: 1,
      maxLength: 255,
    },
  },
  'SiteAppearance.change': {
    name: {
      maxLength: 60,
    },
    color: {
      pattern: '^(#[0-9A-Fa-f]{6})?$',
    },
    logo: {
      maxLength: 40000,
      pattern: '^(data:(image\\/(?:png|jpeg|webp|svg\\+xml));base64,([A-Za-z0-9+/]+={0,2}))?$',
    },
    icon: {
      maxLength: 40000,
      pattern: '^(data:(image\\/(?:png|jpeg|webp|svg\\+xml));base64,([A-Za-z0-9+/]+={0,2}))?$',
    },
  },
  'User.change': {
    name: {
      maxLength: 60,
      pattern: "^[\\p{L}\\p{M}\\p{N}._@'+-]+( [\\p{L}\\p{M}\\p{N}._@'+-]+)*$",
    },
    displayName: {
      minLength: 1,
      maxLength: 255,
    },
    password: {
      minLength: 12,
      maxLength: 256,
    },
  },
  'User.new': {
    name: {
      maxLength: 60,
      pattern: "^[\\p{L}\\p{M}\\p{N}._@'+-]+( [\\p{L}\\p{M}\\p{N}._@'+-]+)*$",
    },
    displayName: {
      minLength: 1,
      maxLength: 255,
    },
    password: {
      minLength: 12,
      maxLength: 256,
    },
  },
  'Webhook.change': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
    url: {
      maxLength: 2000,
    },
    resourceTypes: {
      maxItems: 100,
      items: {
        pattern: '^[a-z][a-z0-9_]{0,63}--[a-z][a-z0-9_]{0,63}$',
      },
    },
    maxConcurrency: {
      minimum: 1,
      maximum: 32,
    },
    maxPerSecond: {
      minimum: 1,
      maximum: 1000,
    },
    headers: {
      maxProperties: 20,
    },
  },
  'Webhook.new': {
    label: {
      minLength: 1,
      maxLength: 255,
    },
    url: {
      maxLength: 2000,
    },
    resourceTypes: {
      maxItems: 100,
      items: {
        pattern: '^[a-z][a-z0-9_]{0,63}--[a-z][a-z0-9_]{0,63}$',
      },
    },
    maxConcurrency: {
      minimum: 1,
      maximum: 32,
    },
    maxPerSecond: {
      minimum: 1,
      maximum: 1000,
    },
    headers: {
      maxProperties: 20,
    },
  },
} as const;
