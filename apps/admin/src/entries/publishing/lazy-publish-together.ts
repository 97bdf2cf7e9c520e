import { lazy } from 'react';

/** `PublishTogether`, loaded when there is something to ask. */
export const PublishTogether = lazy(() =>
  import('./publish-together.js').then((module) => ({ default: module.PublishTogether })),
);
