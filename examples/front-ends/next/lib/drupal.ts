import { NextDrupal } from 'next-drupal';

const connect = (scope: string): NextDrupal =>
  new NextDrupal(process.env.NEXT_PUBLIC_DRUPAL_BASE_URL!, {
    apiPrefix: '/api',
    auth: {
      clientId: process.env.DRUPAL_CLIENT_ID!,
      clientSecret: process.env.DRUPAL_CLIENT_SECRET!,
      scope,
    },
    withAuth: true,
  });

const published = connect('member');
const drafts = connect('content:administer');

/** Reads drafts as well in draft mode, which `pages/api/draft.ts` switches on. */
export const getDrupal = ({ draftMode = false }): NextDrupal => (draftMode ? drafts : published);
