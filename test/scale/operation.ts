import type { ContentSite } from './content-site.js';

/** Entries of the small site. */
export const SMALL = 1000;

/** Entries of the large site. */
export const LARGE = Number(process.env['SCALE_ENTRIES'] ?? 20_000);

/**
 * Statements that a request on the large site may send beyond those on the small site, such as those that bound the rows to
 * sort, and confirm a total.
 */
export const TOLERANCE = 3;

/** Times as long as on the small site: of requests whose work does not grow, and of those that read each entry. */
export const FLAT = 5;
export const LINEAR = (1.5 * LARGE) / SMALL;

export const CURSORS =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';
export const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

export const BUNDLE = '/manage/bundles/node/article';

/** What a row looks at of a response, and the request to which it belongs. */
export interface Answer {
  readonly status: number;
  readonly request: { readonly method: string; readonly url: string };
}

/** A request that is sent to the small and to the large site, several times to each. */
export interface Operation {
  /** Method and path template as in `/openapi.json`, such as `GET /manage/users/{id}`. */
  readonly name: string;
  /** What distinguishes it from other requests of the operation. */
  readonly variant: string;
  readonly status: number;
  /** Times as long as on the small site. */
  readonly growth: number;
  /** Statements that the request may send on the large site, beyond those on the small one and `TOLERANCE`. */
  readonly further: number;
  /** Makes what a request needs; it is not measured. */
  readonly prepare?: (site: ContentSite, n: number) => Promise<string>;
  /**
   * @param n the number of the repetition
   * @param prepared the result of `prepare`; otherwise empty
   */
  readonly send: (site: ContentSite, n: number, prepared: string) => Promise<Answer>;
}

interface Options {
  readonly variant?: string;
  readonly status?: number;
  readonly growth?: number;
  readonly further?: number;
  readonly prepare?: Operation['prepare'];
}

/** The status of most answers to a method. */
const STATUSES: Readonly<Record<string, number>> = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 };

/** An operation with the usual status, whose work does not grow unless `growth` says so. */
export function operation(
  name: string,
  send: Operation['send'],
  { variant = '', growth = FLAT, further = 0, ...options }: Options = {},
): Operation {
  const status = STATUSES[name.split(' ', 1)[0] ?? ''] ?? 200;
  return { name, variant, status, growth, further, send, ...options };
}

/** A GET request by the manager. @param path default: that of the name */
export function get(
  name: string,
  path: string | ((site: ContentSite, n: number) => string) = name.slice('GET '.length),
  options: Options = {},
): Operation {
  const send: Operation['send'] = (site, n) =>
    site.manager.get(encodeURI(typeof path === 'string' ? path : path(site, n)));
  return operation(name, send, options);
}

/** Whether a request is one of an operation; HEAD is described as GET. */
export function isOf(name: string, { method, url }: Answer['request']): boolean {
  const [wanted, template = ''] = name.split(' ');
  if (method.replace('HEAD', 'GET') !== wanted) return false;
  const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(new URL(url).pathname);
}

/** Cancels the queued jobs of a kind, because the same work is queued once; for `prepare`. */
export function cancelQueued(kind: string): (site: ContentSite) => Promise<string> {
  return async ({ manager }) => {
    const { body } = await manager.get(`/manage/jobs?state=queued&kind=${kind}`);
    for (const { id } of (body as { items: readonly { id: string }[] }).items)
      await manager.patch(`/manage/jobs/${id}`, { action: 'cancel' });
    return '';
  };
}
