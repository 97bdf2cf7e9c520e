export default defineEventHandler((event) =>
  event.context.content.readArticles(String(getQuery(event).page)),
);
