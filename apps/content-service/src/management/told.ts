import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request, Response } from 'express';
import { parseJson, UnsupportedMediaType } from '@content-service/jsonapi';
import { Config } from '../config.js';
import { bodyReader } from '../jsonapi/request-body.js';
import { type DtoClass, parseDto } from './dto.js';

/** JSON has no parameters, but there are clients that name the one character set it comes in (RFC 8259 §8.1). */
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

interface ToldBody {
  readonly Dto: DtoClass<object>;
  readonly request: Request;
  readonly response: Response;
}

/** Reads the body after the guards have decided, so nothing is read of those who may not ask. */
@Injectable()
class BodyPipe implements PipeTransform<ToldBody> {
  private readonly read: ReturnType<typeof bodyReader>;

  constructor({ bodyLimitBytes }: Config) {
    this.read = bodyReader(bodyLimitBytes);
  }

  /** @throws UnsupportedMediaType, InvalidBody, BodyTooLarge, MemberInvalid (as `Problems` when there are several) */
  async transform({ Dto, request, response }: ToldBody): Promise<object> {
    requireJson(request);
    return parseDto(Dto, parseJson(await this.read(request, response)));
  }
}

const told = createParamDecorator((Dto: DtoClass<object>, context: ExecutionContext): ToldBody => {
  const http = context.switchToHttp();
  return { Dto, request: http.getRequest<Request>(), response: http.getResponse<Response>() };
});

/** What the body of the request says, as a parameter of a controller's method: an instance of the class, of the right shape. */
export const Told = (Dto: DtoClass<object>): ParameterDecorator => told(Dto, BodyPipe);

function requireJson({ headers }: Request): void {
  const contentType = headers['content-type'];
  if (contentType !== undefined && JSON_TYPE.test(contentType.trim())) return;
  const got = contentType === undefined ? 'none' : `'${contentType}'`;
  throw new UnsupportedMediaType(`The Content-Type must be 'application/json', got ${got}.`);
}
