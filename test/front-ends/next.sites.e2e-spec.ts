import { describeFrontEnd } from './describe-front-end.js';

describeFrontEnd({
  name: 'next',
  build: ['node_modules/next/dist/bin/next', 'build'],
  start: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
  draftPath: '/api/draft',
  toVariables: ({ url, id, secret, draftSecret }) => ({
    NEXT_PUBLIC_DRUPAL_BASE_URL: url,
    DRUPAL_CLIENT_ID: id,
    DRUPAL_CLIENT_SECRET: secret,
    DRAFT_SECRET: draftSecret,
  }),
});
