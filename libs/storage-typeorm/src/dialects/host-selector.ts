/**
 * Which of several hosts connections go to. `ordered`: the first one that is up, so that all processes write through one node,
 * whose locks they share. `any`: all of them in turn.
 */
export type HostOrder = 'ordered' | 'any';

/** A host of a database URL, and whether connections to it may be used. */
export interface DatabaseHost {
  readonly name: string;
  readonly port: number;
  /** Counts how often it was marked down: connections that were opened before are not used again. */
  readonly failures: number;
}

interface HostState {
  readonly name: string;
  readonly port: number;
  failures: number;
  isUp: boolean;
  /** Milliseconds of the clock until which it is left out. */
  downUntil: number;
  pauseMs: number;
}

/** How long a host is left out after its first failure; each further one doubles it. */
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** The hosts of a database URL, and which of them this process has found to be down. */
export class HostSelector {
  private readonly hosts: readonly HostState[];
  /** A host whose pause is over, which the next connection tries. */
  private probed: HostState | undefined;
  private turn = 0;

  /** @param now the milliseconds of a clock that never goes back */
  constructor(
    hosts: readonly { readonly name: string; readonly port: number }[],
    private readonly order: HostOrder,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.hosts = hosts.map((host) => ({
      ...host,
      ...{ failures: 0, isUp: true, downUntil: 0, pauseMs: FIRST_PAUSE_MS },
    }));
  }

  get count(): number {
    return this.hosts.length;
  }

  /** Whether each host is up, in their order. */
  readStates(): readonly boolean[] {
    return this.hosts.map(({ isUp }) => isUp);
  }

  /** Selects the host of a new connection; when all are down, the one that was to be tried again first. */
  choose(): DatabaseHost {
    const { probed } = this;
    this.probed = undefined;
    const tried = this.hosts.filter((host) => host === probed || this.mayBeUp(host));
    if (this.order === 'any') this.turn += 1;
    const chosen =
      tried[this.turn % tried.length] ?? this.hosts.toSorted((a, b) => a.downUntil - b.downUntil)[0];
    if (chosen === undefined) throw new Error('The list of hosts is empty.');
    return { ...chosen };
  }

  /** @param host as `choose` gave it; one that has been marked down since then is not marked again */
  markDown({ name, port, failures }: DatabaseHost): void {
    const host = this.find(name, port);
    if (host?.failures !== failures) return;
    host.failures += 1;
    host.isUp = false;
    host.downUntil = this.now() + host.pauseMs;
    host.pauseMs = Math.min(2 * host.pauseMs, LONGEST_PAUSE_MS);
  }

  /** Ends the pause of a host that a connection was opened to. */
  markUp({ name, port }: DatabaseHost): void {
    const host = this.find(name, port);
    if (host === undefined) return;
    host.isUp = true;
    host.pauseMs = FIRST_PAUSE_MS;
  }

  /**
   * Whether a connection is to be used again: its host has not been marked down since `choose` gave it, and no host in front
   * of it is up. When the pause of one of those is over, one connection is given up to try it.
   */
  isCurrent({ name, port, failures }: DatabaseHost): boolean {
    const host = this.find(name, port);
    if (host?.failures !== failures) return false;
    if (this.order === 'any') return true;
    const preferred = this.hosts.find((other) => other === host || this.mayBeUp(other));
    if (preferred === host || preferred === undefined) return true;
    if (!preferred.isUp) {
      preferred.downUntil = this.now() + preferred.pauseMs;
      this.probed = preferred;
    }
    return false;
  }

  private mayBeUp({ isUp, downUntil }: HostState): boolean {
    return isUp || downUntil <= this.now();
  }

  private find(name: string, port: number): HostState | undefined {
    return this.hosts.find((host) => host.name === name && host.port === port);
  }
}

const DEFAULT_PORT = 3306;

/**
 * Parses `mariadb://USER:PASSWORD@HOST1,HOST2:PORT,HOST3/DATABASE`.
 *
 * @returns the hosts, with port 3306 where there is none, and the URL of the first host
 */
export function parseHosts(url: string): {
  readonly hosts: readonly { readonly name: string; readonly port: number }[];
  readonly firstUrl: string;
} {
  const begin = url.indexOf('//') + 2;
  const end = url.slice(begin).search(/[/?]/);
  const authority = end < 0 ? url.slice(begin) : url.slice(begin, begin + end);
  const credentials = authority.slice(0, authority.lastIndexOf('@') + 1);
  const [first = '', ...others] = authority.slice(credentials.length).split(',');
  const hosts = [first, ...others].map((host) => {
    const [name = '', port] = host.split(':');
    return { name, port: port === undefined ? DEFAULT_PORT : Number(port) };
  });
  const firstUrl = url.slice(0, begin) + credentials + first + url.slice(begin + authority.length);
  return { hosts, firstUrl };
}
