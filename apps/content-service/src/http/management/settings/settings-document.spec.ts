import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import { CONTENT, CORS, JSON_API, MENUS, OAUTH, RATE_LIMITS, SITE } from './settings-document.js';

describe('The settings documents of the management API', () => {
  it('have each site setting in exactly one document', () => {
    const settings = [JSON_API, CONTENT, CORS, MENUS, OAUTH, RATE_LIMITS, SITE].flatMap(
      (document) => document.settings,
    );

    expect([...settings].sort()).toEqual(Object.keys(DEFAULT_SITE_SETTINGS).sort());
  });
});
