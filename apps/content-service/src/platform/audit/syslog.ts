import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { hostname } from 'node:os';

export interface SyslogAddress {
  readonly host: string;
  readonly port: number;
}

/** Facility «log audit» (13) and severity «informational» (6): RFC 5424 §6.2.1. */
const PRIORITY = 13 * 8 + 6;

/** Time in milliseconds for the receiver to close the connection after the last message. */
const LINGER_MS = 1000;

/** Maximum bytes of a datagram; longer messages are truncated (RFC 5426 §3.2 requires 2048 octets at least). */
const DATAGRAM_MAXIMUM = 8192;

/**
 * Formats a message of RFC 5424 §6 without structured data. The BOM marks `text`, which is JSON, as UTF-8.
 *
 * @param messageId such as `user.created`: reduced to printable ASCII and 32 characters
 * @param at epoch seconds
 */
export function formatSyslogMessage(text: string, messageId: string, at: number): Buffer {
  const time = new Date(at * 1000).toISOString();
  const id = messageId.replace(/[^\x21-\x7e]/g, '').slice(0, 32) || '-';
  const host =
    hostname()
      .replace(/[^\x21-\x7e]/g, '')
      .slice(0, 255) || '-';
  return Buffer.from(`<${PRIORITY}>1 ${time} ${host} content-service ${process.pid} ${id} - \ufeff${text}`);
}

/** Sends messages over one TCP connection, each preceded by its length in octets (RFC 6587 §3.4.1). */
export function sendByTcp(
  { host, port }: SyslogAddress,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once('error', reject).once('close', (hadError) => {
      if (!hadError) resolve();
    });
    // Receivers need not close the connection; one that rejects the data resets it within this time.
    socket.once('finish', () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    socket.resume();
    for (const message of messages) socket.write(Buffer.concat([Buffer.from(`${message.length} `), message]));
    socket.end();
  });
}

/** Sends each message as a datagram (RFC 5426); lost datagrams are not detected. */
export async function sendByUdp(
  { host, port }: SyslogAddress,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', signal });
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.send(message.subarray(0, DATAGRAM_MAXIMUM), port, host, (error) => {
          socket.off('error', reject);
          if (error === null) resolve();
          else reject(error);
        });
      });
  } finally {
    if (!signal.aborted) socket.close();
  }
}
