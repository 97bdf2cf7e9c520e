import {
  CONTENT_SERVICE_CLIENT_ID as clientId,
  CONTENT_SERVICE_CLIENT_SECRET as clientSecret,
  CONTENT_SERVICE_URL as url,
  DRAFT_SECRET,
} from 'astro:env/server';
import { defineMiddleware } from 'astro:middleware';
import { createContent } from './lib/content.js';
import { seesDrafts } from './lib/draft.js';

const published = createContent({ url, clientId, clientSecret });
const drafts = createContent({ url, clientId, clientSecret, scope: 'content:administer' });

/** Gives pages their content: drafts as well for a browser that has opened the link to a draft. */
export const onRequest = defineMiddleware(async ({ locals, request }, next) => {
  const isDraft = seesDrafts(request.headers.get('Cookie'), DRAFT_SECRET);
  locals.content = isDraft ? drafts : published;
  const response = await next();
  if (isDraft) response.headers.set('Cache-Control', 'no-store');
  return response;
});
