export interface RefreshLimits {
  /** How long a family can live; 0 means for as long as it is used. */
  readonly refreshFamilyMaximumSeconds: number;
  /** How long the direct predecessor of a refresh token may be used once more. */
  readonly refreshReuseGraceSeconds: number;
}

/** What the site says about refresh tokens, asked anew with every request. */
export abstract class RefreshPolicy {
  abstract current(): RefreshLimits;
}
