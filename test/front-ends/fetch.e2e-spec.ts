import { describeFrontEnd } from './describe-front-end.js';

describeFrontEnd({
  name: 'fetch',
  start: ['server.js'],
  draftPath: '/draft',
  toVariables: ({ url, id, secret, draftSecret }) => ({
    CONTENT_SERVICE_URL: url,
    CONTENT_SERVICE_CLIENT_ID: id,
    CONTENT_SERVICE_CLIENT_SECRET: secret,
    DRAFT_SECRET: draftSecret,
  }),
});
