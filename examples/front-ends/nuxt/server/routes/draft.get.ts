import { createDraftCookie, verifyDraftLink } from '../utils/draft.js';

export default defineEventHandler((event) => {
  const { draftSecret } = useRuntimeConfig(event);
  const path = verifyDraftLink(getRequestURL(event).searchParams, draftSecret);
  if (path === undefined) throw createError({ statusCode: 403, statusMessage: 'This link is not valid.' });
  setHeader(event, 'Set-Cookie', createDraftCookie(draftSecret));
  return sendRedirect(event, encodeURI(path), 307);
});
