import { Controller, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EntryEditor } from '@content-service/entries';
import { serializeAtomicResults } from '@content-service/jsonapi';
import { ContentApi } from '../content-api/content-api.js';
import { AllowedMethodsGuard, RequireWriteAccess } from '../access/access-guards.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { sendDocument } from '../protocol/send.js';
import { HttpContext } from './read-request.pipes.js';
import { OperationsPipe, type OperationsWrite } from './write-request.pipes.js';

/** Several writes in one transaction (https://jsonapi.org/ext/atomic). */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class OperationsController {
  constructor(private readonly editor: EntryEditor) {}

  @Post(ROUTES.operations)
  @RequireWriteAccess()
  async perform(
    @HttpContext(OperationsPipe) { operations, context, writeContext }: OperationsWrite,
    @Res() response: Response,
  ): Promise<void> {
    const results = await this.editor.perform(operations, writeContext);
    sendDocument(response, 200, serializeAtomicResults(results, context));
  }
}
