import { randomUUID } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { Logger as NestLogger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { AuditTrail } from '@content-service/audit';
import { type Clock, sha256 } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import type { ClientAddressDetail } from '../../platform/config/audit-environment.js';
import { getRoutePattern } from '../protocol/route-pattern.js';
import { getTraceId } from '../../platform/tracing/trace-id.js';
import { getActorContext, getPrincipal } from '../access/access-guards.js';
import { serializeError } from '../../platform/log/log.js';
import { Failure } from '../../platform/log/outage-log.js';

/** Accepted values of `X-Request-Id`. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Middleware that logs one line per request. It contains no URL, query value, header or body, since those contain tokens
 * and content.
 *
 * @param addressDetail how much of the client's IP address the line contains (`LOG_CLIENT_ADDRESS`)
 */
export function createRequestLog(
  logger: Logger,
  addressDetail: ClientAddressDetail = 'none',
): RequestHandler {
  const toLogLine = (request: Request, response: Response, timing: Timing): object => ({
    ...toRequestLine(request, response, timing),
    address: formatClientAddress(request.ip, addressDetail),
  });
  return pinoHttp<Request, Response>({
    logger,
    customAttributeKeys: { reqId: 'request', responseTime: 'ms' },
    quietReqLogger: true,
    quietResLogger: true,
    serializers: { req: () => undefined },
    customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: toLogLine,
    customErrorObject: (request, response, error, values: Timing) => ({
      ...toLogLine(request, response, values),
      error: serializeError(error),
    }),
  });
}

/** Assigns the id of the request in log, response and error documents: `X-Request-Id` of a proxy, or a new one. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
};

export function getRequestId({ id }: Pick<Request, 'id'>): string {
  return typeof id === 'string' ? id : '';
}

const INTERVAL_SECONDS = 60;
const KEYS_MAXIMUM = 10_000;

/**
 * Middleware that records 403 responses to authenticated requests in the audit log: at most one event per principal,
 * method and route in a minute, since a client can repeat a request in a loop (OWASP ASVS 5, 16.3.2). Failed logins have
 * events of their own.
 */
export function auditRefusedAccess(trail: AuditTrail, clock: Clock): RequestHandler {
  const recent = new Map<string, number>();
  const logger = new NestLogger('RefusedAccess');
  const record = async (request: Request, principal: Principal): Promise<void> => {
    const { method } = request;
    const route = getRoutePattern(request);
    if (!isFirstOfInterval(recent, formatRefusalKey(principal, method, route), clock.now())) return;
    await trail.record('access.refused', getActorContext(request), route, { method });
  };
  return (request: Request, response: Response, next) => {
    response.once('finish', () => {
      const principal = getPrincipal(request);
      if (response.statusCode !== 403 || principal.kind === 'anonymous') return;
      record(request, principal).catch((error: unknown) => {
        logger.warn(new Failure('A refused access could not be recorded in the audit log', error));
      });
    });
    next();
  };
}

interface Timing {
  readonly ms: number;
}

function toRequestLine(request: Request, response: Response, { ms }: Timing): object {
  const principal = getPrincipal(request);
  return {
    method: request.method,
    route: getRoutePattern(request),
    status: response.statusCode,
    ms,
    trace: getTraceId(request),
    client: 'clientId' in principal ? principal.clientId : undefined,
    user: 'userId' in principal ? principal.userId : undefined,
    ended: response.writableFinished ? undefined : 'by the client',
  };
}

/**
 * Formats an IP address for the log. The prefix of an IPv4 address is its /24, that of an IPv6 address its /48, the size of
 * one site (RFC 6177 §2): `192.0.2.0/24`, `2001:db8:7::/48`.
 *
 * @returns `undefined` with the detail `none`, or when the text is not an IP address
 */
export function formatClientAddress(
  address: string | undefined,
  detail: ClientAddressDetail,
): string | undefined {
  const [bare = ''] = (address ?? '').toLowerCase().split('%');
  const text = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? bare;
  if (detail === 'none') return undefined;
  if (isIPv4(text)) return detail === 'full' ? text : `${text.slice(0, text.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(text)) return undefined;
  return detail === 'full' ? text : `${parseLeadingGroups(text, 3).join(':')}::/48`;
}

/** The first groups of an IPv6 address without leading zeros (RFC 4291 §2.2). */
function parseLeadingGroups(address: string, count: number): string[] {
  const dotted = address.replace(/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/, '0:0');
  const [head = [], tail] = dotted.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(tail === undefined ? 0 : 8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...(tail ?? [])]
    .slice(0, count)
    .map((group) => parseInt(group, 16).toString(16));
}

function formatRefusalKey(principal: Principal, method: string, route: string): string {
  const ids = principal.kind === 'anonymous' ? [] : Object.values({ ...principal, scopes: undefined });
  return sha256(JSON.stringify([...ids, method, route]));
}

function isFirstOfInterval(recent: Map<string, number>, key: string, now: number): boolean {
  if (now < (recent.get(key) ?? 0)) return false;
  recent.delete(key);
  const [oldest] = recent.keys();
  if (recent.size >= KEYS_MAXIMUM && oldest !== undefined) recent.delete(oldest);
  recent.set(key, now + INTERVAL_SECONDS);
  return true;
}
