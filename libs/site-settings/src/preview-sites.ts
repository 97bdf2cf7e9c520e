import type { MemberRules, NewOf } from '@content-service/kernel';
import { findListProblem, type SettingProblem } from './list-rule.js';

/** The members of a site that shows previews. */
export const PREVIEW_SITE_MEMBERS = {
  label: { type: 'string', required: true, storable: true, minLength: 1, maxLength: 255 },
  url: {
    type: 'string',
    required: true,
    format: 'uri',
    maxLength: 1000,
    description: 'The address that switches drafts on, which gets the parameters of a preview.',
    examples: ['https://www.example.com/api/draft'],
  },
} as const satisfies MemberRules;

/** A site that shows previews: `{ label: 'Website', url: 'https://www.example.com/api/draft' }`. */
export type PreviewSite = NewOf<typeof PREVIEW_SITE_MEMBERS>;

export const PREVIEW_SITES_MAXIMUM = 20;

/** The rest of the message «previewSites must be …». */
export const PREVIEW_SITES_RULE = `a list of at most ${PREVIEW_SITES_MAXIMUM} sites with different labels such as {"label":"Website","url":"https://www.example.com/api/draft"}`;

/** @returns the first problem; `undefined` for a valid list */
export function findPreviewSitesProblem(value: unknown): SettingProblem | undefined {
  return findListProblem(value, {
    members: PREVIEW_SITE_MEMBERS,
    key: 'label',
    maximum: PREVIEW_SITES_MAXIMUM,
    items: 'sites',
    expectation: PREVIEW_SITES_RULE,
    findItemProblem: ({ url }) =>
      isDraftAddress(String(url))
        ? undefined
        : {
            pointer: '/url',
            expectation:
              'a list of sites whose url begins with https:// or http:// and has no user, query or fragment',
            rule: { format: 'uri-without-query' },
          },
  });
}

/**
 * Whether an address can get parameters and its origin can be part of a Content-Security-Policy, where `;` and `*` in a host, which URLs
 * may have, would mean something else.
 */
function isDraftAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s?#]+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname) && username === '' && password === '';
}
