import { applyDecorators, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { principalOf } from './principal.js';
import { RequiresScope } from './scope.guard.js';

/** Reading this needs a token, whatever Public access says. */
export const RequiresToken = Reflector.createDecorator<boolean>();

const ChangesContent = Reflector.createDecorator<boolean>();

/** This writes content: the site must allow it, and the token have `content:administer`, in this order. */
export function WritesContent(): MethodDecorator {
  return applyDecorators(ChangesContent(true), RequiresScope(CONTENT_ADMINISTER));
}

const READING = new Set(['GET', 'HEAD']);

/** Enforces the settings Public access and Allowed operations. Needs the bearer guard before it. */
@Injectable()
export class SiteSettingGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: SiteSettingsService,
  ) {}

  /** @throws TokenRequired, WritesNotAllowed */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { publicAccess, allowedOperations } = this.settings.current();
    if (
      principalOf(request).kind === 'anonymous' &&
      !this.isForAnybody(request.method, publicAccess, context)
    ) {
      throw new TokenRequired();
    }
    if (this.reflector.get(ChangesContent, context.getHandler()) && allowedOperations !== 'read_write') {
      throw new WritesNotAllowed();
    }
    return true;
  }

  private isForAnybody(method: string, publicAccess: boolean, context: ExecutionContext): boolean {
    // Asking what is possible discloses nothing and changes nothing.
    if (method === 'OPTIONS') return true;
    return publicAccess && READING.has(method) && !this.reflector.get(RequiresToken, context.getHandler());
  }
}
