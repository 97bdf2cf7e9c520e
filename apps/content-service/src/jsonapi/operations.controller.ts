import { Controller, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntryEditor } from '@content-service/entries';
import { resultsDocument } from '@content-service/jsonapi';
import { GuardsContent } from '../access/access.module.js';
import { WritesContent } from '../access/site-setting.guard.js';
import { MethodGuard } from './method.guard.js';
import { OperationsPipe, type OperationsRequest } from './operations.pipe.js';
import { Exchange } from './request.decorators.js';
import { ROUTES } from './routes.js';
import { send } from './send.js';

/** Several writes in one request, all of them or none (https://jsonapi.org/ext/atomic). */
@Controller()
@GuardsContent(MethodGuard)
export class OperationsController {
  constructor(private readonly editor: EntryEditor) {}

  @Post(ROUTES.operations)
  @WritesContent()
  async perform(
    @Exchange(OperationsPipe) { operations, context, document }: OperationsRequest,
    @Res() response: Response,
  ): Promise<void> {
    const results = await this.editor.perform(operations, context);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Accept, Authorization');
    send(response, 200, resultsDocument(results, document));
  }
}
