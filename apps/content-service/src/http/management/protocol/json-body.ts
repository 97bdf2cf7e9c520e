import {
  type Abstract,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { parseJson } from '@content-service/jsonapi';
import { Config } from '../../../platform/config/config.js';
import { assertJsonContentType, createBodyReader } from '../../protocol/request-body.js';
import { checkBody, type CheckedBody, type DtoClass } from './dto.js';
import { AggregateDomainError, DomainError } from '@content-service/kernel';

/** Rules of the domain for the members of a body that has other problems already, so that one answer names all. */
export interface BodyRules<Dto extends object> {
  /**
   * @param resolve finds a provider
   * @returns problems of any members; those of members that are not given are left out
   */
  readonly findProblems: (
    body: Pick<CheckedBody<Dto>, 'given' | 'faulty'>,
    resolve: <Service>(service: Abstract<Service>) => Service,
  ) => Iterable<DomainError> | Promise<Iterable<DomainError>>;
}

interface JsonBodyOptions<Dto extends object> extends Partial<BodyRules<Dto>> {
  /** Maximum size of a body that must be smaller than BODY_LIMIT_BYTES allows. */
  readonly limitBytes?: number;
}

interface JsonBodyInput extends JsonBodyOptions<object> {
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
  constructor(
    private readonly config: Config,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws UnsupportedMediaType, InvalidBody, BodyTooLarge, MemberInvalid (as `AggregateDomainError` when there are several) */
  async transform({ Dto, request, response, ...options }: JsonBodyInput): Promise<object> {
    const { limitBytes = Infinity, findProblems } = options;
    assertJsonContentType(request.headers['content-type']);
    const readBody = createBodyReader(Math.min(limitBytes, this.config.bodyLimitBytes));
    const checked = checkBody(Dto, parseJson(await readBody(request, response)));
    if (checked.problems.total > 0 && findProblems !== undefined)
      await this.addProblems(checked, findProblems);
    AggregateDomainError.throwIfAny(checked.problems);
    return checked.dto;
  }

  private async addProblems(
    { problems, given, faulty }: CheckedBody<object>,
    findProblems: BodyRules<object>['findProblems'],
  ): Promise<void> {
    const resolve = <Service>(service: Abstract<Service>): Service =>
      this.modules.get(service, { strict: false });
    for (const problem of await findProblems({ given, faulty }, resolve)) {
      const [, name = ''] = problem.source?.pointer?.split('/') ?? [];
      if (Object.hasOwn(given, name)) problems.add(() => problem);
    }
  }
}

const bodyInput = createParamDecorator(
  (
    [Dto, options]: readonly [DtoClass<object>, JsonBodyOptions<object>],
    context: ExecutionContext,
  ): JsonBodyInput => {
    const http = context.switchToHttp();
    return { ...options, Dto, request: http.getRequest<Request>(), response: http.getResponse<Response>() };
  },
);

/** Injects the validated body as an instance of the class. */
export const JsonBody = <Dto extends object>(
  Dto: DtoClass<Dto>,
  options: JsonBodyOptions<Dto> = {},
): ParameterDecorator => bodyInput([Dto, options], BodyPipe);
