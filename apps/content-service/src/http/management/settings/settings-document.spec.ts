import { getMetadataStorage } from 'class-validator';
import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import { MANAGEMENT_SCHEMAS } from '../../openapi/management/management-schemas.js';
import {
  CORS,
  CorsSettingsDto,
  JSON_API,
  JsonApiSettingsDto,
  OAUTH,
  OAuthSettingsDto,
  RATE_LIMITS,
  RateLimitSettingsDto,
  type SettingsDocument,
} from './settings-document.js';

const DOCUMENTS: readonly [schema: string, SettingsDocument, dto: new () => object][] = [
  ['JsonApiSettings', JSON_API, JsonApiSettingsDto],
  ['CorsSettings', CORS, CorsSettingsDto],
  ['OAuthSettings', OAUTH, OAuthSettingsDto],
  ['RateLimitSettings', RATE_LIMITS, RateLimitSettingsDto],
];

describe('The settings documents of the management API', () => {
  it('have each site setting in exactly one document', () => {
    const settings = DOCUMENTS.flatMap(([, document]) => document.settings);

    expect([...settings].sort()).toEqual(Object.keys(DEFAULT_SITE_SETTINGS).sort());
  });

  it.each(DOCUMENTS)(
    '%s has the same members in its schemas, its DTO and its document',
    (name, document, dto) => {
      const members = Object.keys(document.serialize(DEFAULT_SITE_SETTINGS)).sort();

      expect(getPropertyNames(name)).toEqual(members);
      expect(getPropertyNames(`${name}.change`)).toEqual(members);
      expect(getValidatedMembers(dto)).toEqual(members);
    },
  );
});

function getPropertyNames(schema: string): readonly string[] {
  return Object.keys(Object(MANAGEMENT_SCHEMAS[schema]?.['properties']) as object).sort();
}

function getValidatedMembers(dto: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))].sort();
}
