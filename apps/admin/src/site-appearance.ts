/** How the service shows the site (`apps/content-service/src/http/browser/site-appearance.ts`). */
interface SiteAppearance {
  readonly name: string;
  /** The address of a picture. */
  readonly logo?: string;
  /** Ten shades from light to dark. */
  readonly shades?: readonly [string, string, string, string, string, string, string, string, string, string];
}

/** The name, the logo and the colour of the site as they were when the page was loaded. */
export const siteAppearance = readAppearance();

/** The development server fills nothing in. */
function readAppearance(): SiteAppearance {
  const text = document.querySelector<HTMLMetaElement>('meta[name=site]')?.content ?? '';
  return text === '' ? { name: window.location.host } : (JSON.parse(text) as SiteAppearance);
}
