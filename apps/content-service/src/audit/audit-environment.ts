import { IsIn, IsOptional, Matches, ValidateBy } from 'class-validator';
import { JobEnvironment } from '../jobs/job-environment.js';

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
export class AuditEnvironment extends JobEnvironment {
  @Matches(/^[1-9]\d{0,4}$/, {
    message: "AUDIT_RETENTION_DAYS must be a number of days from 1 to 99999, got '$value'.",
  })
  readonly AUDIT_RETENTION_DAYS: string = '365';

  @Matches(/^[1-9]\d{0,4}$/, {
    message: "AUDIT_TOKEN_RETENTION_DAYS must be a number of days from 1 to 99999, got '$value'.",
  })
  readonly AUDIT_TOKEN_RETENTION_DAYS: string = '30';

  @IsIn(['true', 'false'], { message: "AUDIT_LOG_STREAM must be true or false, got '$value'." })
  readonly AUDIT_LOG_STREAM: string = 'false';

  // The URL can contain a password and is not part of the message.
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

  @IsIn(CLIENT_ADDRESS_DETAILS, {
    message: `LOG_CLIENT_ADDRESS must be one of ${CLIENT_ADDRESS_DETAILS.join(', ')}, got '$value'.`,
  })
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
