import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request, Response } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { ContentModelService } from '@content-service/bundles';
import { TokenRequired } from '@content-service/entries';
import { DomainError } from '@content-service/kernel';
import { AccessTokenRefused, TokenVerifier } from '@content-service/oauth-grants';
import {
  type ActorContext,
  ANONYMOUS,
  assertScope,
  CONTENT_ADMINISTER,
  type Principal,
} from '@content-service/scopes';
import { SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { getContentMethods, setContentModel } from '../protocol/allowed-methods.js';
import { MethodNotAllowed } from '../protocol/http.errors.js';
import { RateLimiter } from '../../platform/rate-limits/rate-limiter.js';
import { VerifiedTokenCache } from './verified-token-cache.js';

/** The principal of a request, set by `BearerGuard`; anonymous without a token. Passport stores it in `user`. */
export function getPrincipal(request: Request): Principal {
  return (request.user as Principal | undefined) ?? ANONYMOUS;
}

/** The IP address of the client, as forwarded by trusted proxies (TRUST_PROXY). */
export function getClientIp({ ip }: Pick<Request, 'ip'>): string {
  return ip ?? '';
}

/** The principal and the IP address of a request: the actor of its changes. */
export function getActorContext(request: Request): ActorContext {
  return { actor: getPrincipal(request), ipAddress: getClientIp(request) };
}

/** Injects the `Principal` of the request. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getPrincipal(getRequest(context)),
);

/** The Authorization header is not exactly `Bearer`, one space and one token (specification, «Bearer header»). */
export class BearerMalformed extends DomainError {
  constructor() {
    super('token_rejected', 'Missing Bearer token: send exactly Bearer, one space and the token');
  }
}

/**
 * The token of the Authorization header, `undefined` without that header. Tokens in the query or the body are ignored
 * (RFC 9700 §4.3.2).
 *
 * @throws BearerMalformed
 */
export function getBearerToken(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const { authorization } = request.headers;
  if (authorization === undefined) return undefined;
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || hasRepeatedAuthorization(request.rawHeaders)) throw new BearerMalformed();
  return token;
}

/** Node keeps the first of several Authorization headers and drops the others silently. */
function hasRepeatedAuthorization(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 'authorization'.length);
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1;
}

/** Passport strategy that verifies a token and caches the result. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) implements OnModuleDestroy {
  /** Unique, since passport is shared by all applications of a process, as in tests. */
  override readonly name = `bearer-${randomUUID()}`;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly cache: VerifiedTokenCache,
  ) {
    super();
    passport.use(this.name, this);
  }

  onModuleDestroy(): void {
    passport.unuse(this.name);
  }

  /** @throws AccessTokenRefused */
  async validate(token: string): Promise<Principal> {
    const verified = await this.tokens.verify(token);
    this.cache.add(token, verified);
    return verified.principal;
  }

  /** Whether a request has a valid token; `false` also when that cannot be found out. */
  async isValid(request: Request): Promise<boolean> {
    try {
      const token = getBearerToken(request);
      if (token === undefined) return false;
      if (this.cache.find(token) === undefined) await this.validate(token);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * Authenticates a request by its bearer token. A request without an Authorization header is anonymous, which later guards
 * may reject; with one the token must be valid, also for published content.
 *
 * A request with an invalid token counts like one without a token: by network, under the rate limit `anonymous`. It is
 * counted after the verification, so that the invalid tokens of others never refuse a request with a valid one.
 *
 * Passport costs more than the rest of a guard, so a cached token bypasses it.
 */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(
    strategy: BearerStrategy,
    private readonly cache: VerifiedTokenCache,
    private readonly limits: RateLimiter,
  ) {
    super({ defaultStrategy: strategy.name });
  }

  /** @throws BearerMalformed, AccessTokenRefused; QuotaExceeded instead of them above the rate limit */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = getRequest(context);
    let token: string | undefined;
    try {
      token = getBearerToken(request);
    } catch (error) {
      return this.refuse(error, context);
    }
    if (token === undefined) return true;
    const principal = this.cache.find(token);
    if (principal === undefined) return this.verify(context);
    request.user = principal;
    return true;
  }

  private async verify(context: ExecutionContext): Promise<boolean> {
    try {
      return (await super.canActivate(context)) === true;
    } catch (error) {
      return this.refuse(error, context);
    }
  }

  /** Counts a request with an invalid token. @throws QuotaExceeded, else `error` */
  private async refuse(error: unknown, context: ExecutionContext): Promise<never> {
    if (error instanceof BearerMalformed || error instanceof AccessTokenRefused)
      await this.limits.takeOfNetwork(getRequest(context), context.switchToHttp().getResponse<Response>());
    throw error;
  }

  /** Passes only the Authorization header to passport, whose strategy also accepts tokens in the query and the body. */
  override getRequest(context: ExecutionContext): Pick<Request, 'headers'> {
    return { headers: { authorization: getRequest(context).headers.authorization } };
  }

  /** @param refusal the error thrown by the strategy */
  override handleRequest<T>(
    refusal: unknown,
    principal: (T & Principal) | false,
    _: unknown,
    context: ExecutionContext,
  ): T {
    if (refusal instanceof Error) throw refusal;
    if (principal === false) throw new BearerMalformed();
    getRequest(context).user = principal;
    return principal;
  }
}

/** Requires a token with this scope; for a controller or one of its methods. */
export const RequireScope = Reflector.createDecorator<string | undefined>();

/** Requires a token for reading, regardless of the setting Public access. */
export const RequireToken = Reflector.createDecorator<boolean>();

/** Marks a POST that reads: the site setting Public access permits it without a token, and it counts as a read in rate limits. */
export const ReadsContent = Reflector.createDecorator<boolean>();

const WRITE_ACCESS_METADATA = Reflector.createDecorator<boolean>();

/** Marks a method that writes content: first the site setting must allow writes, then the token needs `content:administer`. */
export function RequireWriteAccess(): MethodDecorator {
  return applyDecorators(WRITE_ACCESS_METADATA(true), RequireScope(CONTENT_ADMINISTER));
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects methods that a JSON:API path does not have, before site settings and scopes are checked, which could not permit
 * them. Without a token the response is 401, not 405. Must run after the bearer guard.
 */
@Injectable()
export class AllowedMethodsGuard implements CanActivate {
  constructor(private readonly models: ContentModelService) {}

  /** @throws TokenRequired, MethodNotAllowed */
  canActivate(context: ExecutionContext): boolean {
    const request = getRequest(context);
    const model = this.models.current();
    setContentModel(request, model);
    if (SAFE_METHODS.has(request.method)) return true;
    const allowed = getContentMethods(request, model);
    if (allowed?.includes(request.method) ?? true) return true;
    if (getPrincipal(request).kind === 'anonymous') throw new TokenRequired();
    throw new MethodNotAllowed(request.method, allowed);
  }
}

/** Enforces the site settings Public access and Allowed operations. Must run after the bearer guard. */
@Injectable()
export class SiteSettingGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: SiteSettingsService,
  ) {}

  /** @throws TokenRequired, WritesNotAllowed */
  canActivate(context: ExecutionContext): boolean {
    const request = getRequest(context);
    const { publicAccess, allowedOperations } = this.settings.current();
    const isAnonymous = getPrincipal(request).kind === 'anonymous';
    if (isAnonymous && !this.allowsAnonymous(request.method, publicAccess, context))
      throw new TokenRequired();
    const writes = this.reflector.get(WRITE_ACCESS_METADATA, context.getHandler());
    if (writes && allowedOperations !== 'read_write') throw new WritesNotAllowed();
    return true;
  }

  private allowsAnonymous(method: string, publicAccess: boolean, context: ExecutionContext): boolean {
    // OPTIONS discloses nothing but the methods of a path.
    if (method === 'OPTIONS') return true;
    const handler = context.getHandler();
    const isRead = SAFE_METHODS.has(method) || this.reflector.get(ReadsContent, handler);
    return publicAccess && isRead && !this.reflector.get(RequireToken, handler);
  }
}

/** Enforces `@RequireScope`. Must run after the bearer guard. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws TokenRequired (401), ScopeMissing (403) */
  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const scope = this.reflector.getAllAndOverride(RequireScope, targets);
    if (scope === undefined) return true;
    const principal = getPrincipal(getRequest(context));
    if (principal.kind === 'anonymous') throw new TokenRequired();
    assertScope(principal, scope);
    return true;
  }
}

function getRequest(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}
