import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Number of open file descriptors by kind, such as `socket to 3306`, `socket of 11001` (of a client) or `file`. */
export type Descriptors = Readonly<Record<string, number>>;

/** The state TCP_LISTEN of `/proc/net/tcp`. */
const LISTENS = '0A';

/**
 * Counts the open file descriptors of a process: sockets to a server by its port, sockets of clients by the port that they
 * came to, and others by their kind (Linux, proc(5)).
 */
export function countDescriptors(pid: number): Descriptors {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((descriptor) => ({
    path: `${folder}/${descriptor}`,
    target: readTarget(`${folder}/${descriptor}`),
  }));
  const sockets = readSockets(pid);
  const counts: Record<string, number> = {};
  for (const { path, target } of targets) {
    const kind = sockets.get(target) ?? findKind(target);
    // Closed before the table of sockets was read.
    if (kind === OTHER_SOCKET && readTarget(path) !== target) continue;
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Such as those of standard output. */
const OTHER_SOCKET = 'other socket';

/** What a descriptor refers to, such as `socket:[4711]` or the path of a file; empty when it was closed meanwhile. */
function readTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function findKind(target: string): string | undefined {
  if (target === '') return undefined;
  if (target.startsWith('socket:')) return OTHER_SOCKET;
  return target.startsWith('/') ? 'file' : target.split(':')[0];
}

/** The kinds of TCP sockets by what their descriptors refer to. */
function readSockets(pid: number): Map<string, string> {
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1).map(parseRow),
  );
  // Connections of clients have the port of a listener as their own.
  const served = new Set(rows.filter(({ listens }) => listens).map(({ local }) => local));
  return new Map(
    rows.map(({ local, remote, listens, target }) => {
      if (listens) return [target, 'listener'];
      return [target, served.has(local) ? `socket of ${local}` : `socket to ${remote}`];
    }),
  );
}

interface Socket {
  /** Ports. */
  readonly local: number;
  readonly remote: number;
  readonly listens: boolean;
  readonly target: string;
}

function parseRow(line: string): Socket {
  const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
  return {
    local: parsePort(local),
    remote: parsePort(remote),
    listens: state === LISTENS,
    target: `socket:[${inode}]`,
  };
}

/** The port of an address such as `0100007F:2BF2`. */
function parsePort(address: string): number {
  return Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
}
