import { IsOptional, ValidateBy } from 'class-validator';
import { IsNumberFrom, IsOneOf, IsTrueOrFalse, Variable } from './variable.js';

const CLIENT_ADDRESS_DETAILS = ['none', 'prefix', 'full'] as const;

/** How much of a client's IP address the request log contains: nothing, its network, or all of it. */
export type ClientAddressDetail = (typeof CLIENT_ADDRESS_DETAILS)[number];

/** Configuration of the audit log and of client addresses in the request log. */
export interface AuditOptions {
  /** Retention of events of issued tokens in days. */
  readonly tokenRetentionDays: number;
  /** Whether every audit event is also a line of the log. */
  readonly logStream: boolean;
  /** The collector that audit events are sent to: `http:`, `https:`, `syslog:` (TCP) or `syslog+udp:`. */
  readonly collectorUrl: URL | undefined;
  /** How much of a client's IP address the request log contains. */
  readonly clientAddress: ClientAddressDetail;
}

const COLLECTOR_PROTOCOLS = ['http:', 'https:', 'syslog:', 'syslog+udp:'];

/** The environment variables of the audit log; a part of `Environment`. */
export class AuditEnvironment {
  @Variable({
    group: 'Log and audit',
    meaning: 'How long the audit log is kept.',
  })
  @IsNumberFrom(1, 99_999, { unit: 'days' })
  readonly AUDIT_RETENTION_DAYS: string = '365';

  @Variable({
    group: 'Log and audit',
    meaning: 'How long its events of issued tokens are kept: most events are of this kind.',
  })
  @IsNumberFrom(1, 99_999, { unit: 'days' })
  readonly AUDIT_TOKEN_RETENTION_DAYS: string = '30';

  @Variable({
    group: 'Log and audit',
    meaning:
      'Whether each audit event is also a line of the log, whatever `LOG_LEVEL` says: `{"audit":true,"action":"…",…}`.',
  })
  @IsTrueOrFalse()
  readonly AUDIT_LOG_STREAM: string = 'false';

  // The URL can contain a password and is not part of the message.
  @Variable({
    group: 'Log and audit',
    meaning:
      'A collector that each audit event is sent to: NDJSON by POST (a user and password of the URL are sent by HTTP Basic), or ' +
      'RFC 5424 to syslog. Up to 10,000 events wait in memory while the collector is away; how many were dropped is logged.',
    values: '`http://…`, `https://…`, `syslog://HOST:PORT` (TCP), `syslog+udp://HOST:PORT`',
    examples: ['syslog://logs.example:514'],
    secret: 'url',
  })
  @IsOptional()
  @ValidateBy({
    name: 'collector',
    validator: {
      validate: (value) => isCollectorUrl(String(value)),
      defaultMessage: () =>
        'AUDIT_LOG_URL must be a URL such as https://logs.example/audit, syslog://logs.example:514 (TCP) or ' +
        'syslog+udp://logs.example:514.',
    },
  })
  readonly AUDIT_LOG_URL?: string;

  @Variable({
    group: 'Log and audit',
    meaning:
      "How much of a client's IP address each line of the request log holds; `prefix`: IPv4 /24, IPv6 /48.",
  })
  @IsOneOf(CLIENT_ADDRESS_DETAILS)
  readonly LOG_CLIENT_ADDRESS: string = 'none';
}

export function parseAuditOptions(environment: AuditEnvironment): AuditOptions {
  const { AUDIT_TOKEN_RETENTION_DAYS, AUDIT_LOG_STREAM, AUDIT_LOG_URL, LOG_CLIENT_ADDRESS } = environment;
  return {
    tokenRetentionDays: Number(AUDIT_TOKEN_RETENTION_DAYS),
    logStream: AUDIT_LOG_STREAM === 'true',
    collectorUrl: AUDIT_LOG_URL === undefined ? undefined : new URL(AUDIT_LOG_URL),
    clientAddress: CLIENT_ADDRESS_DETAILS.find((detail) => detail === LOG_CLIENT_ADDRESS) ?? 'none',
  };
}

function isCollectorUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return COLLECTOR_PROTOCOLS.includes(protocol) && hostname !== '';
}
