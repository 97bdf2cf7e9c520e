import type { MemberRules, NewOf } from '@content-service/kernel';

/** The members of a request for a preview. */
export const PREVIEW_MEMBERS = {
  type: {
    type: 'string',
    required: true,
    description: 'The resource type of the entry.',
    examples: ['node--article'],
  },
  id: { type: 'string', format: 'uuid', required: true, description: 'The entry.' },
  langcode: {
    type: 'string',
    description: 'The language of the entry, which is the default.',
    examples: ['en'],
  },
  site: {
    type: 'string',
    required: true,
    description: 'The label of one of the `previewSites`.',
    examples: ['Website'],
  },
} as const satisfies MemberRules;

export type NewPreview = NewOf<typeof PREVIEW_MEMBERS>;
