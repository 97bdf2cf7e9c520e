import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parseJson } from '@content-service/jsonapi';
import { Config } from '../config/config.js';
import { assertJsonContentType, createBodyReader } from '../http/request-body.js';
import { type DtoClass, parseDto } from './dto.js';

interface JsonBodyInput {
  readonly Dto: DtoClass<object>;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Reads the body after the guards, so that unauthorized requests cost no parsing. Interceptors run between guards and
 * pipes.
 */
@Injectable()
class BodyPipe implements PipeTransform<JsonBodyInput> {
  private readonly read: ReturnType<typeof createBodyReader>;

  constructor({ bodyLimitBytes }: Config) {
    this.read = createBodyReader(bodyLimitBytes);
  }

  /** @throws UnsupportedMediaType, InvalidBody, BodyTooLarge, MemberInvalid (as `AggregateDomainError` when there are several) */
  async transform({ Dto, request, response }: JsonBodyInput): Promise<object> {
    assertJsonContentType(request.headers['content-type']);
    return parseDto(Dto, parseJson(await this.read(request, response)));
  }
}

const bodyInput = createParamDecorator((Dto: DtoClass<object>, context: ExecutionContext): JsonBodyInput => {
  const http = context.switchToHttp();
  return { Dto, request: http.getRequest<Request>(), response: http.getResponse<Response>() };
});

/** Injects the validated body as an instance of the class. */
export const JsonBody = (Dto: DtoClass<object>): ParameterDecorator => bodyInput(Dto, BodyPipe);
