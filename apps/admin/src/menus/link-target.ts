import { t } from '@lingui/core/macro';
import { completeAddress } from '../entries/formatted-text/link-address.js';

/** The kinds of targets that links and redirects can have. */
export type TargetKind = 'entry' | 'address' | 'front' | 'none';

const FRONT = 'route:<front>';
const NO_LINK = 'route:<nolink>';
const PATH_SCHEME = 'internal:';

/** An entry as the target of a link, such as `entity:node/{id}`, maybe with `?` or `#`: the URI does not name its bundle. */
export interface EntryTarget {
  readonly entityType: string;
  readonly id: string;
}

export function formatEntryUri(type: string, id: string): string {
  return `entity:${type.split('--')[0] ?? type}/${id}`;
}

export function parseEntryUri(uri: string): EntryTarget | undefined {
  const [, entityType, id] = /^entity:([a-z_]+)\/([0-9a-f-]{36})(?![^?#])/.exec(uri) ?? [];
  return entityType === undefined || id === undefined ? undefined : { entityType, id };
}

/** The kind of a target; an empty URI is one of an entry that is not chosen yet. */
export function getTargetKind(uri: string): TargetKind {
  if (uri === FRONT) return 'front';
  if (uri === NO_LINK) return 'none';
  return uri === '' || parseEntryUri(uri) !== undefined ? 'entry' : 'address';
}

/** The URI that a kind of target begins with; empty where more must be chosen. */
export function getFirstUri(kind: TargetKind): string {
  return { entry: '', address: '', front: FRONT, none: NO_LINK }[kind];
}

/** The URI of a typed address: a path of the site has the scheme `internal:`, and a host the scheme `https:`. */
export function toUri(typed: string): string {
  const address = completeAddress(typed);
  return /^[/?#]/.test(address) ? PATH_SCHEME + address : address;
}

/** A URI as it is typed: a path of the site without a scheme. */
export function formatAddress(uri: string): string {
  return uri.startsWith(`${PATH_SCHEME}/`) ? uri.slice(PATH_SCHEME.length) : uri;
}

/** Whether a URI can be the target of a link: with one of the schemes that the service knows. */
export function isTarget(uri: string): boolean {
  return uri.startsWith(`${PATH_SCHEME}/`) || /^(?!internal:)[a-z][a-z0-9+.-]*:\S/i.test(uri);
}

/** What a URI other than that of an entry leads to, in words. */
export function formatTarget(uri: string): string {
  if (uri === FRONT) return t`the front page`;
  if (uri === NO_LINK) return t`no target, a heading`;
  return formatAddress(uri);
}
