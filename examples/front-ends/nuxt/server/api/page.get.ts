/** `{ page }`, `{ redirect }`, or nothing for a path that leads nowhere. */
export default defineEventHandler(
  async (event) => (await event.context.content.readPath(String(getQuery(event).path))) ?? {},
);
