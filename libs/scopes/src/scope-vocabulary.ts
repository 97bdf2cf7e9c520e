/** One scope of the vocabulary (content-service specification, «Scope vocabulary»). */
export interface Scope {
  readonly name: string;
  /** What the scope permits, as shown to administrators and on the consent page. */
  readonly governs: string;
  /** The heading of the scope in lists of scopes. */
  readonly group: 'Content' | 'Structure' | 'Site' | 'Canvas' | 'Members';
}

export const SCOPES: readonly Scope[] = [
  {
    name: 'content:administer',
    governs: 'Create, update and delete content, and read unpublished content',
    group: 'Content',
  },
  { name: 'content_type:administer', governs: 'Manage content types', group: 'Structure' },
  { name: 'content_type:administer_fields', governs: 'Manage fields on content types', group: 'Structure' },
  { name: 'page_template:administer', governs: 'Manage page templates', group: 'Structure' },
  { name: 'media:administer', governs: 'Manage media entries', group: 'Content' },
  { name: 'media_type:administer', governs: 'Manage media types', group: 'Structure' },
  { name: 'taxonomy:administer', governs: 'Manage taxonomy vocabularies and terms', group: 'Structure' },
  { name: 'taxonomy:administer_fields', governs: 'Manage fields on taxonomy terms', group: 'Structure' },
  { name: 'menu:administer', governs: 'Manage menus', group: 'Structure' },
  { name: 'site_settings:administer', governs: 'Manage site settings', group: 'Site' },
  { name: 'canvas:page:read', governs: 'Read canvas pages', group: 'Canvas' },
  { name: 'canvas:page:create', governs: 'Create canvas pages', group: 'Canvas' },
  { name: 'canvas:page:edit', governs: 'Edit canvas pages', group: 'Canvas' },
  { name: 'canvas:page:delete', governs: 'Delete canvas pages', group: 'Canvas' },
  { name: 'canvas:page_region', governs: 'Manage canvas page regions', group: 'Canvas' },
  { name: 'canvas:content_template', governs: 'Manage canvas content templates', group: 'Canvas' },
  {
    name: 'canvas:asset_library',
    governs: 'Download and upload components in the asset library',
    group: 'Canvas',
  },
  { name: 'canvas:js_component', governs: 'Download and upload JavaScript components', group: 'Canvas' },
  { name: 'canvas:brand_kit', governs: 'Manage canvas brand kits', group: 'Canvas' },
  { name: 'canvas:media:view', governs: 'View media from the canvas', group: 'Canvas' },
  { name: 'canvas:media:image:create', governs: 'Create images from the canvas', group: 'Canvas' },
  { name: 'member', governs: 'Have basic member access', group: 'Members' },
];

const names = new Set(SCOPES.map((scope) => scope.name));

/** Whether the scope is one of those that administer a part of the site, such as `taxonomy:administer_fields`. */
export function isAdministrative(name: string): boolean {
  return /:administer(_|$)/.test(name);
}

export function isKnownScope(name: string): boolean {
  return names.has(name);
}

/** `There is no scope 'x'. Known: a, b.` */
export function formatUnknownScope(name: string): string {
  return `There is no scope '${name}'. Known: ${[...names].join(', ')}.`;
}
