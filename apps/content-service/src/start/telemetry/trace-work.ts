import type { INestApplicationContext, Type } from '@nestjs/common';
import { EntryEditor, EntryReader } from '@content-service/entries';
import type { JobHandler } from '@content-service/jobs';
import { AuthorizationEndpoint, TokenEndpoint } from '@content-service/oauth-grants';
import { type WebhookRequest, WebhookSender } from '@content-service/webhooks';
import { JOB_HANDLERS } from '../../background/jobs/jobs.module.js';
import type { DatabaseObserver } from '../../platform/metrics/database-metrics.js';
import type { Tracing } from '../../platform/tracing/tracing.js';

type AsyncMethod = (...args: readonly unknown[]) => Promise<unknown>;

interface UseCase {
  readonly type: Type;
  readonly methods: readonly string[];
}

function useCase<T>(type: Type<T>, ...methods: readonly (keyof T & string)[]): UseCase {
  return { type, methods };
}

/** The use cases with spans of their own, named `Class.method`. */
const USE_CASES: readonly UseCase[] = [
  useCase(EntryReader, 'getPage', 'getPageByCursor', 'getOne', 'getRelated', 'getLinkage'),
  useCase(EntryEditor, 'create', 'update', 'delete', 'changeLinkage', 'perform'),
  useCase(TokenEndpoint, 'respond'),
  useCase(AuthorizationEndpoint, 'authorize', 'decide'),
];

/** Replaces the methods of use cases, job handlers and the sender of webhooks by ones that run in a span. */
export function traceWork(app: INestApplicationContext, tracing: Tracing): void {
  for (const { type, methods } of USE_CASES) {
    const instance = app.get<object>(type, { strict: false });
    for (const method of methods) traceMethod(tracing, instance, method, `${type.name}.${method}`);
  }
  for (const handler of app.get<readonly JobHandler[]>(JOB_HANDLERS, { strict: false }))
    traceMethod(tracing, handler, 'run', `job ${handler.kind}`);
  traceWebhooks(tracing, app.get(WebhookSender, { strict: false }));
}

/** Replaces the method of the sender by one that runs in a span, which the receiver can continue. */
function traceWebhooks(tracing: Tracing, sender: WebhookSender): void {
  const send = sender.send.bind(sender);
  Reflect.set(sender, 'send', (request: WebhookRequest): ReturnType<typeof send> => {
    const attributes = { 'http.request.method': 'POST', 'server.address': new URL(request.url).hostname };
    return tracing.runCall('POST', attributes, async (headers, span) => {
      const response = await send({ ...request, headers: { ...request.headers, ...headers } });
      if ('error' in response) tracing.markFailed(span, response.error);
      else tracing.recordStatus(span, response.status);
      return response;
    });
  });
}

function traceMethod(tracing: Tracing, instance: object, method: string, name: string): void {
  const original = Reflect.get(instance, method) as AsyncMethod;
  const traced: AsyncMethod = (...args) =>
    tracing.runInSpan(name, {}, () => original.apply(instance, [...args]));
  Reflect.set(instance, method, traced);
}

/** Creates the observer that records each statement as a span with its summary, never its values. */
export function traceStatements(tracing: Tracing, databaseUrl: string): DatabaseObserver {
  const system = databaseUrl.slice(0, databaseUrl.indexOf(':'));
  return {
    onStatement: (summary, seconds, fault) => {
      const startTime = performance.timeOrigin + performance.now() - 1000 * seconds;
      const attributes = { 'db.system.name': system, 'db.query.summary': summary };
      tracing.recordSpan(summary, { kind: 'client', attributes, startTime }, fault);
    },
    onRetry: () => undefined,
  };
}

/** Reports to several observers. */
export function combineObservers(observers: readonly DatabaseObserver[]): DatabaseObserver | undefined {
  if (observers.length < 2) return observers[0];
  return {
    onStatement: (...measurement) => {
      for (const observer of observers) observer.onStatement(...measurement);
    },
    onRetry: (fault) => {
      for (const observer of observers) observer.onRetry(fault);
    },
    onPool: (...pool) => {
      for (const observer of observers) observer.onPool?.(...pool);
    },
    onWait: (...wait) => {
      for (const observer of observers) observer.onWait?.(...wait);
    },
    onHosts: (readHosts) => {
      for (const observer of observers) observer.onHosts?.(readHosts);
    },
    onTotalLookup: (isKnown) => {
      for (const observer of observers) observer.onTotalLookup?.(isKnown);
    },
  };
}
