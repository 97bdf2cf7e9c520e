import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import { CORS, JSON_API, OAUTH, RATE_LIMITS } from './settings-document.js';

describe('The settings documents of the management API', () => {
  it('have each site setting in exactly one document', () => {
    const settings = [JSON_API, CORS, OAUTH, RATE_LIMITS].flatMap((document) => document.settings);

    expect([...settings].sort()).toEqual(Object.keys(DEFAULT_SITE_SETTINGS).sort());
  });
});
