/**
 * The circuit breaker of an endpoint. It is stored with the endpoint, because all processes share it.
 *
 * Closed: deliveries are attempted. Open (`openUntil` is in the future): none is. Half-open (`openUntil` has passed): one
 * attempt is made as a probe, which closes the circuit or opens it for twice as long.
 */
export interface Circuit {
  /** Consecutive failures; those of a gateway count twice. */
  readonly failures: number;
  /** UNIX seconds of the first of them. */
  readonly failingSince?: number | undefined;
  /** UNIX seconds; set from the time it opens until a success. */
  readonly openUntil?: number | undefined;
  /** For how long it was opened last. */
  readonly openSeconds?: number | undefined;
}

export type CircuitState = 'closed' | 'open' | 'half-open';

export const CLOSED_CIRCUIT: Circuit = { failures: 0 };

const FAILURES_TO_OPEN = 10;
const OPEN_SECONDS = 60;
const OPEN_SECONDS_MAXIMUM = 1800;
/** An endpoint that has failed for 120 hours without a success is disabled. */
const FAILING_SECONDS_MAXIMUM = 120 * 3600;

/** @param now UNIX seconds */
export function getCircuitState({ openUntil }: Circuit, now: number): CircuitState {
  if (openUntil === undefined) return 'closed';
  return openUntil > now ? 'open' : 'half-open';
}

/** Whether no failure was counted since the last success, so that a further success changes nothing. */
export function isUntouched({ failures, openUntil }: Circuit): boolean {
  return failures === 0 && openUntil === undefined;
}

/** Keeps further probes away until the current one must have ended. */
export function startProbe(circuit: Circuit, now: number, probeSeconds: number): Circuit {
  return { ...circuit, openUntil: now + probeSeconds };
}

/**
 * Counts a failure, which opens a closed circuit from the tenth on. Attempts that began before it opened do not open it
 * for longer; a failed probe doubles the time, up to half an hour.
 */
export function recordFailure(
  circuit: Circuit,
  { now, failures, isProbe }: { now: number; failures: 1 | 2; isProbe: boolean },
): Circuit {
  const counted = {
    ...circuit,
    failures: circuit.failures + failures,
    failingSince: circuit.failingSince ?? now,
  };
  if (isProbe) return open(counted, now, 2 * (circuit.openSeconds ?? OPEN_SECONDS));
  const opens = circuit.openUntil === undefined && counted.failures >= FAILURES_TO_OPEN;
  return opens ? open(counted, now, OPEN_SECONDS) : counted;
}

/** Whether all deliveries of 120 hours have failed, so that the endpoint is to be disabled. */
export function hasFailedTooLong({ failingSince }: Circuit, now: number): boolean {
  return failingSince !== undefined && now - failingSince >= FAILING_SECONDS_MAXIMUM;
}

function open(circuit: Circuit, now: number, seconds: number): Circuit {
  const openSeconds = Math.min(seconds, OPEN_SECONDS_MAXIMUM);
  return { ...circuit, openSeconds, openUntil: now + openSeconds };
}
