import type { AuditEvent } from '@content-service/audit';
import type { Deliver } from './delivery-queue.js';
import { toForwardedEvent } from './forwarded-event.js';
import { formatSyslogMessage, sendByTcp, sendByUdp } from './syslog.js';

const SYSLOG_PORT = 514;

/**
 * Creates the delivery to a collector: NDJSON by POST (`http:`, `https:`; user and password of the URL are sent by
 * HTTP Basic), or messages of RFC 5424 (`syslog:` over TCP, `syslog+udp:`).
 */
export function toCollectorDelivery(url: URL): Deliver<AuditEvent> {
  if (url.protocol === 'http:' || url.protocol === 'https:') return createHttpDelivery(url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = { host, port: url.port === '' ? SYSLOG_PORT : Number(url.port) };
  const send = url.protocol === 'syslog+udp:' ? sendByUdp : sendByTcp;
  return (events, signal) => send(address, events.map(toSyslogMessage), signal);
}

function createHttpDelivery({ href, username, password }: URL): Deliver<AuditEvent> {
  const target = new URL(href);
  target.username = target.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'Content-Type': 'application/x-ndjson',
    ...(username === '' ? {} : { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return async (events, signal) => {
    const body = events.map((event) => `${JSON.stringify({ audit: true, ...toForwardedEvent(event) })}\n`);
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body: body.join(''),
      redirect: 'error',
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  };
}

function toSyslogMessage(event: AuditEvent): Buffer {
  const text = JSON.stringify({ audit: true, ...toForwardedEvent(event) });
  return formatSyslogMessage(text, event.action, event.occurredAt);
}
