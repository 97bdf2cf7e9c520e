import { MENU_LINK_TYPE } from '@content-service/bundles';
import { getOwn } from '@content-service/kernel';
import { type Menu, MENU_MEMBERS } from '@content-service/site-settings';
import type { BundleLabel } from './bundle-labels.js';
import type { SourceResource } from './source-documents.js';
import { toLabel, toTargetType } from './type-names.js';

/** Far more menus than a site has: a source that names its menus at random must not fill the memory. */
const MENUS_MAXIMUM = 1000;

/** A menu of the source. */
export interface MenuCount {
  readonly name: string;
  /** Links that were read. */
  readonly links: number;
}

/** The menus that the links of a source name. */
export class MenuSurvey {
  private readonly links = new Map<string, number>();

  /** The menus with the numbers of their links, by name. */
  get counts(): readonly MenuCount[] {
    return [...this.links]
      .map(([name, links]) => ({ name, links }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Takes notice of a resource, which may be no link. */
  add({ type, attributes }: SourceResource): void {
    if (toTargetType(type).name !== MENU_LINK_TYPE) return;
    const name = getOwn(attributes, 'menu_name');
    if (typeof name !== 'string' || name === '') return;
    if (this.links.has(name) || this.links.size < MENUS_MAXIMUM)
      this.links.set(name, (this.links.get(name) ?? 0) + 1);
  }
}

/** The menus of a source with their labels, where these can be read; otherwise with labels that are made of their names. */
export function describeMenus(
  { counts }: Pick<MenuSurvey, 'counts'>,
  labels: ReadonlyMap<string, BundleLabel>,
): readonly Menu[] {
  return counts.map(({ name }) => {
    const { label, description } = labels.get(`menu_link_content--${name}`) ?? {
      label: toLabel(name.replaceAll('-', ' ')),
    };
    return description === undefined
      ? { name, label }
      : { name, label, description: description.slice(0, MENU_MEMBERS.description.maxLength) };
  });
}
