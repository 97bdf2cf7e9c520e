import { All, Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { KeyRing, OAuthOptions, type VerificationKey } from '@content-service/oauth-grants';
import { MethodNotAllowed, RouteUnknown } from '../jsonapi/route.errors.js';
import { resourceMetadata, serverMetadata } from './metadata.js';

/** As long as a retired key still verifies: whoever looks again in time never misses one. */
const MAX_AGE_SECONDS = 300;

/** What programs look for before they ask for a token (RFC 8615). Needs none. */
@Controller('.well-known')
export class WellKnownController {
  constructor(
    private readonly options: OAuthOptions,
    private readonly keys: KeyRing,
  ) {}

  /** An issuer with a path is looked for with its path at the end (RFC 8414 §3.1). */
  @Get('oauth-authorization-server{/*path}')
  server(@Req() request: Request, @Res() response: Response): void {
    requirePathOf(this.options.issuer, request);
    send(response, serverMetadata(this.options));
  }

  /** So is the resource (RFC 9728 §3.1). */
  @Get('oauth-protected-resource{/*path}')
  resource(@Req() request: Request, @Res() response: Response): void {
    requirePathOf(this.options.audience, request);
    send(response, resourceMetadata(this.options));
  }

  @Get('jwks.json')
  jwks(@Res() response: Response): void {
    send(response, { keys: this.keys.published().map(toJwk) });
  }

  // Routes match in the order written: this one sees only what none above took.
  @All(['oauth-authorization-server{/*path}', 'oauth-protected-resource{/*path}', 'jwks.json'])
  noOtherMethod(@Req() { method }: Request): never {
    throw new MethodNotAllowed(method, ['GET', 'HEAD']);
  }
}

/** The public part of a key (RFC 7517 §4). */
function toJwk({ kid, algorithm, publicKey }: VerificationKey): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm };
}

/** @throws RouteUnknown when there is a path at the end, and another than the URL has */
function requirePathOf(url: string, { params: { path } }: Request): void {
  if (path === undefined || `/${[path].flat().join('/')}` === new URL(url).pathname) return;
  throw new RouteUnknown();
}

function send(response: Response, document: object): void {
  const bytes = Buffer.from(JSON.stringify(document));
  response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(bytes);
}
