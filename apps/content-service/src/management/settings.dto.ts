import { Allow } from 'class-validator';

// What each setting may hold is a row of the domain's table; here is only which of them belong together.

export class JsonApiSettingsDto {
  @Allow() readonly publicAccess?: unknown;
  @Allow() readonly allowedOperations?: unknown;
  @Allow() readonly pageLimitMaximum?: unknown;
  @Allow() readonly includeDepthMaximum?: unknown;
  @Allow() readonly includedMaximum?: unknown;
  @Allow() readonly publicMaxAgeSeconds?: unknown;
  @Allow() readonly atomicOperationsMaximum?: unknown;
}

export class CorsSettingsDto {
  @Allow() readonly allowedOrigins?: unknown;
}

export class OAuthSettingsDto {
  @Allow() readonly refreshFamilyMaximumSeconds?: unknown;
  @Allow() readonly refreshReuseGraceSeconds?: unknown;
}
