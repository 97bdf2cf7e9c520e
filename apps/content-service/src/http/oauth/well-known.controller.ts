import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { KeyRing, OAuthOptions, type VerificationKey } from '@content-service/oauth-grants';
import { RouteNotFound } from '../protocol/http.errors.js';
import { sendPublicJson } from '../protocol/send.js';
import { PageRateLimitGuard } from '../access/rate-limit.guard.js';
import { buildResourceMetadata, buildServerMetadata } from './metadata.js';

/** The time for which a retired key still verifies: a cached key set contains all keys in use. */
const MAX_AGE_SECONDS = 300;

/** Metadata and keys at well-known paths (RFC 8615); no token is needed. */
@Controller('.well-known')
@UseGuards(PageRateLimitGuard)
export class WellKnownController {
  constructor(
    private readonly options: OAuthOptions,
    private readonly keys: KeyRing,
  ) {}

  /** The path of the issuer follows the well-known path (RFC 8414 §3.1). */
  @Get('oauth-authorization-server{/*path}')
  server(@Req() request: Request, @Res() response: Response): void {
    assertPathMatches(this.options.issuer, request);
    sendPublicJson(response, buildServerMetadata(this.options), MAX_AGE_SECONDS);
  }

  /** The path of the resource follows the well-known path (RFC 9728 §3.1). */
  @Get('oauth-protected-resource{/*path}')
  resource(@Req() request: Request, @Res() response: Response): void {
    assertPathMatches(this.options.audience, request);
    sendPublicJson(response, buildResourceMetadata(this.options), MAX_AGE_SECONDS);
  }

  @Get('jwks.json')
  jwks(@Res() response: Response): void {
    sendPublicJson(response, { keys: this.keys.getPublished().map(toJwk) }, MAX_AGE_SECONDS);
  }
}

/** The public part of a key (RFC 7517 §4). */
function toJwk({ kid, algorithm, publicKey }: VerificationKey): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm };
}

/** @throws RouteNotFound when the path suffix is not the path of the URL */
function assertPathMatches(url: string, { params: { path } }: Request): void {
  if (path === undefined || `/${[path].flat().join('/')}` === new URL(url).pathname) return;
  throw new RouteNotFound();
}
