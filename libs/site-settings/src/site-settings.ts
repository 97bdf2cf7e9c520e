/** Settings of the whole site, changed at run time (specification: `API > JSON:API`, `API > CORS configuration`). */
export interface SiteSettings {
  /** Whether published content can be read without a token. */
  readonly publicAccess: boolean;
  readonly allowedOperations: 'read_only' | 'read_write';
  /** `['*']`, or exact origins such as `https://www.example.com`. */
  readonly corsOrigins: readonly string[];
  /** The most entries of one page, and the default. */
  readonly pageLimitMaximum: number;
  /** The most levels of an include path. */
  readonly includeDepthMaximum: number;
  /** The most resources in `included`. */
  readonly includedMaximum: number;
  /** `max-age` in seconds of anonymous reads while Public access is Yes. */
  readonly publicMaxAgeSeconds: number;
  /** The most operations of one atomic request. */
  readonly atomicOperationsMaximum: number;
  /** How long a refresh family can live; 0 means as long as it is used (each token 14 days). */
  readonly refreshFamilyMaximumSeconds: number;
  /** How long the direct predecessor of a refresh token may be used once more, 0 to 60. */
  readonly refreshReuseGraceSeconds: number;
}

/** The values at first start. */
export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  publicAccess: false,
  allowedOperations: 'read_only',
  corsOrigins: ['*'],
  pageLimitMaximum: 50,
  includeDepthMaximum: 10,
  includedMaximum: 2000,
  publicMaxAgeSeconds: 0,
  atomicOperationsMaximum: 100,
  refreshFamilyMaximumSeconds: 0,
  refreshReuseGraceSeconds: 0,
};
