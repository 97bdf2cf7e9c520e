import { Controller, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  DocumentTooLarge,
  InvalidParameter,
  isMediaTypeInUtf8,
  MEDIA_TYPE,
  parseContentType,
  parseJson,
  UnsupportedMediaType,
} from '@content-service/jsonapi';
import { Config } from '../../platform/config/config.js';
import { getClientIp, ReadsContent } from '../access/access-guards.js';
import { ContentApi } from '../content-api/content-api.js';
import { createBodyReader } from '../protocol/request-body.js';
import { sendJson } from '../protocol/send.js';
import type { HttpAdapter } from '../server/http-adapter.js';
import { getRequestId } from '../telemetry/request-log.js';
import { parseBlueprint } from './blueprint.js';
import { type PartContext, requestPart } from './part-request.js';
import type { UriRoot } from './part-uri.js';
import { readParts } from './subrequests.js';

/** In bytes; room for 20 parts with long filters. */
const BODY_MAXIMUM = 256 * 1024;

/** Bytes of the bodies of all answers together. */
const ANSWERS_MAXIMUM = 10 * 1024 * 1024;

/** Headers that parts have from the whole request: who reads, by which address, in which language, and what it belongs to. */
const COMMON_HEADERS = ['authorization', 'accept-language', 'traceparent', 'tracestate'] as const;

/** Why parts end; without a reason each request would create an error that nobody sees. */
const RESPONSE_CLOSED = new Error('The response was closed.');

/**
 * Several reads in one request, of which later ones use answers of earlier ones. Not stated by the specification; the module
 * subrequests of Drupal has this endpoint and format, and clients use it (`getResourceByPath` of next-drupal).
 */
@Controller('subrequests')
@ContentApi()
export class SubrequestsController {
  private readonly readBody: ReturnType<typeof createBodyReader>;
  private readonly root: UriRoot;

  constructor(
    config: Config,
    private readonly host: HttpAdapterHost,
  ) {
    this.readBody = createBodyReader(Math.min(BODY_MAXIMUM, config.bodyLimitBytes));
    this.root = { baseUrl: config.baseUrl, prefix: config.jsonApiPrefix };
  }

  /** @throws InvalidParameter, UnsupportedMediaType, the errors of reading the body, InvalidBody, DocumentTooLarge */
  @Post()
  @ReadsContent(true)
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    assertJsonFormat(request);
    assertJsonBody(request.headers['content-type']);
    const levels = parseBlueprint(parseJson(await this.readBody(request, response)), this.root);
    const end = new AbortController();
    // When the client goes away, or the time limit of the request has passed.
    const endWithResponse = (): void => {
      end.abort(RESPONSE_CLOSED);
    };
    response.once('close', endWithResponse);
    const context = this.createContext(request, end.signal);
    try {
      const answers = await readParts(levels, this.root, (target, { headers }) => {
        end.signal.throwIfAborted();
        return requestPart(target, headers, context);
      });
      sendJson(response, Object.fromEntries(answers), { status: 207 });
    } catch (error) {
      // Nobody reads an answer any more; the request ends with it.
      if (end.signal.aborted) response.end();
      else {
        end.abort(error);
        throw error;
      }
    } finally {
      response.off('close', endWithResponse);
    }
  }

  private createContext(request: Request, signal: AbortSignal): PartContext {
    const { headers } = request;
    const common = COMMON_HEADERS.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    );
    let bytesLeft = ANSWERS_MAXIMUM;
    return {
      adapter: this.host.httpAdapter as HttpAdapter,
      ip: getClientIp(request),
      headers: {
        ...(Object.fromEntries(common) as Record<string, string>),
        host: headers.host ?? new URL(this.root.baseUrl).host,
        'x-request-id': getRequestId(request),
      },
      signal,
      takeBytes: (count) => {
        bytesLeft -= count;
        if (bytesLeft < 0) throw new DocumentTooLarge(ANSWERS_MAXIMUM);
      },
    };
  }
}

/** @throws InvalidParameter */
function assertJsonFormat({ originalUrl }: Request): void {
  const format = new URLSearchParams(originalUrl.split('?')[1]).get('_format');
  if (format !== null && format !== 'json')
    throw new InvalidParameter('_format', 'The parameter _format must be json.');
}

/** next-drupal sends the media type of JSON:API. @throws UnsupportedMediaType */
function assertJsonBody(header: string | undefined): void {
  const contentType = parseContentType(header);
  if (['application/json', MEDIA_TYPE].some((type) => isMediaTypeInUtf8(type, contentType))) return;
  throw UnsupportedMediaType.create(`'application/json'`, header);
}
