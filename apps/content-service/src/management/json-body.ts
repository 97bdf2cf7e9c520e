import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parseJson } from '@content-service/jsonapi';
import { Config } from '../config/config.js';
import { assertJsonContentType, createBodyReader } from '../http/request-body.js';
import { type DtoClass, parseDto } from './dto.js';

interface JsonBodyInput {
  readonly Dto: DtoClass<object>;
  readonly limitBytes: number;
  readonly request: Request;
  readonly response: Response;
}

/**
 * Reads the body after the guards, so that unauthorized requests cost no parsing. Interceptors run between guards and
 * pipes.
 */
@Injectable()
class BodyPipe implements PipeTransform<JsonBodyInput> {
  constructor(private readonly config: Config) {}

  /** @throws UnsupportedMediaType, InvalidBody, BodyTooLarge, MemberInvalid (as `AggregateDomainError` when there are several) */
  async transform({ Dto, limitBytes, request, response }: JsonBodyInput): Promise<object> {
    assertJsonContentType(request.headers['content-type']);
    const readBody = createBodyReader(Math.min(limitBytes, this.config.bodyLimitBytes));
    return parseDto(Dto, parseJson(await readBody(request, response)));
  }
}

const bodyInput = createParamDecorator(
  ([Dto, limitBytes]: readonly [DtoClass<object>, number], context: ExecutionContext): JsonBodyInput => {
    const http = context.switchToHttp();
    return { Dto, limitBytes, request: http.getRequest<Request>(), response: http.getResponse<Response>() };
  },
);

/**
 * Injects the validated body as an instance of the class.
 *
 * @param limitBytes of a body that must be smaller than BODY_LIMIT_BYTES allows
 */
export const JsonBody = (Dto: DtoClass<object>, limitBytes = Infinity): ParameterDecorator =>
  bodyInput([Dto, limitBytes], BodyPipe);
