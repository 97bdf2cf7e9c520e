import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PlanStep } from '@content-service/entries';
import { InvalidParameter } from '@content-service/jsonapi';
import { ANONYMOUS } from '@content-service/scopes';
import { getPrincipal } from '../../access/access-guards.js';
import { QueryPlans } from '../../jsonapi/query-plans.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { sendJson } from '../../protocol/send.js';
import { SiteManagementApi } from '../protocol/management-guards.js';

/** The readers for which a URL can be planned. */
export const PLAN_READERS = ['anonymous', 'caller'] as const;

/** How the database answers a read of a collection, for people who look for the reason of a slow one. */
@Controller('manage/query-plan')
@SiteManagementApi()
export class QueryPlanController {
  constructor(private readonly plans: QueryPlans) {}

  @Get()
  async get(@Req() request: Request, @Res() response: Response): Promise<void> {
    const query = parseQuery(request);
    const url = query.get('url');
    if (url === null || url === '')
      throw new InvalidParameter('url', 'url is required: the URL of a collection, percent-encoded.');
    const principal = parseReader(query.get('as')) === 'caller' ? getPrincipal(request) : ANONYMOUS;
    const { engine, entries, page, total, statements, advice } = await this.plans.explain(url, principal);
    const document = { engine, entries, page: page.map(serializeStep), total: serializeStep(total) };
    sendJson(response, { ...document, statements, advice });
  }
}

/** @throws InvalidParameter */
function parseReader(text: string | null): (typeof PLAN_READERS)[number] {
  const reader = PLAN_READERS.find((name) => name === (text ?? 'anonymous'));
  if (reader !== undefined) return reader;
  throw new InvalidParameter('as', `as must be ${PLAN_READERS.join(' or ')}, got '${text ?? ''}'.`);
}

function serializeStep({ estimatedRows, estimatedMilliseconds, ...step }: PlanStep): object {
  return {
    ...step,
    estimatedRows: estimatedRows ?? null,
    estimatedMilliseconds: estimatedMilliseconds ?? null,
  };
}
