export default defineEventHandler(({ context }) => context.content.readMenu('main'));
