import { Injectable } from '@nestjs/common';
import { sha256 } from '@content-service/kernel';
import { parseSitePicture, type SitePicture, SiteSettingsService } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { createShades } from './site-colors.js';

/** The pictures of a site, each a setting and a path below `/user`. */
export type SitePictureName = 'logo' | 'icon';

const SETTINGS = { logo: 'siteLogo', icon: 'siteIcon' } as const;

/** How the site looks in the administration and on the pages of the service: what its settings say. */
@Injectable()
export class SiteAppearance {
  private readonly host: string;
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
  private readonly versions = new Map<SitePictureName, { readonly url: string; readonly version: string }>();
  private shades: { readonly color: string; readonly shades: readonly string[] } | undefined;

  constructor(
    { baseUrl }: Config,
    private readonly settings: SiteSettingsService,
  ) {
    const { host, pathname } = new URL(baseUrl);
    this.host = host;
    this.basePath = pathname === '/' ? '' : pathname;
  }

  /** The name of the site, or its host. */
  get name(): string {
    const { siteName } = this.settings.current();
    return siteName === '' ? this.host : siteName;
  }

  /** The path of a picture, which changes with its bytes; `undefined` without one. */
  findPicturePath(name: SitePictureName): string | undefined {
    const version = this.findPictureVersion(name);
    return version === undefined ? undefined : `${this.basePath}/user/${name}?v=${version}`;
  }

  /** What tells a picture from others; `undefined` without one. */
  findPictureVersion(name: SitePictureName): string | undefined {
    const url = this.settings.current()[SETTINGS[name]];
    if (url === '') return undefined;
    const known = this.versions.get(name);
    if (known?.url === url) return known.version;
    const version = sha256(url).slice(0, 10);
    this.versions.set(name, { url, version });
    return version;
  }

  findPicture(name: SitePictureName): SitePicture | undefined {
    return parseSitePicture(this.settings.current()[SETTINGS[name]]);
  }

  /** The shades of the colour of the site (`createShades`); `undefined` without one. */
  findShades(): readonly string[] | undefined {
    const { siteColor: color } = this.settings.current();
    if (color === '') return undefined;
    if (this.shades?.color !== color) this.shades = { color, shades: createShades(color) };
    return this.shades.shades;
  }
}
