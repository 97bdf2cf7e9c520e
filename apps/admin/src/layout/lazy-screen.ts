import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a screen could not be loaded: there is no connection, or a newer build has replaced it. */
export class ScreenNotLoaded extends Error {}

/**
 * A screen whose code is loaded when it is opened. The router loads the whole page again when that fails, which shows the error page of the
 * browser while the service does not run: with an error of its own it shows the error screen.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw new ScreenNotLoaded(undefined, { cause: error });
    }
  }, name);
