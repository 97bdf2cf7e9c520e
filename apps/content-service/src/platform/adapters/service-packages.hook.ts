import type { InitializeHook, ResolveHook } from 'node:module';

// A hook of Node's module loader, which runs in a thread of its own (https://nodejs.org/docs/latest-v20.x/api/module.html#hooks).

let serviceUrl: string | undefined;

/** @param url the URL of a file of the service */
export const initialize: InitializeHook<string> = (url) => {
  serviceUrl = url;
};

/** Resolves `@content-service/…` as a file of the service does. */
export const resolve: ResolveHook = (specifier, context, nextResolve) =>
  nextResolve(
    specifier,
    specifier.startsWith('@content-service/') ? { ...context, parentURL: serviceUrl } : context,
  );
