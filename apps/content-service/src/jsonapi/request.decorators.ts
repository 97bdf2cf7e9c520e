import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PathParameters } from './target.js';

/** One request and its answer in the making. */
export interface ExchangeOfEntry {
  readonly request: Request<PathParameters & Record<string, string>>;
  readonly response: Response;
}

/** Hands both to a pipe: Nest runs pipes after the guards, so nothing is read of those who may not ask. */
export const Exchange = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return { request: http.getRequest<Request>(), response: http.getResponse<Response>() };
});
