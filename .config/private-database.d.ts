/** A database server of its own in a temporary folder. */
export interface PrivateDatabase {
  /** Its user may create databases. */
  readonly url: string;
  /** Starts it again after `kill`; resolves when it answers. */
  start(): Promise<unknown>;
  /** Ends all of its processes at once, as a crash does. */
  kill(): Promise<void>;
  /** Stops all of its processes from running; connections stay open. */
  freeze(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a database server of its own, for tests that break it. */
export function startPrivateDatabase(engine: 'mariadb' | 'postgres'): Promise<PrivateDatabase>;

export type ClusterNode = Omit<PrivateDatabase, 'stop'>;

/** A cluster whose nodes are servers of their own. */
export interface PrivateCluster {
  /** Names all nodes; its user may create databases. */
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  /** Runs a statement on one node. */
  execute(node: ClusterNode, statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Galera cluster of three nodes. */
export function startPrivateCluster(): Promise<PrivateCluster>;

/** A primary and a replica, which are servers of their own. */
export interface PrivateReplication {
  readonly primary: ClusterNode;
  readonly replica: ClusterNode;
  /** The replica receives changes and does not show them. */
  pauseReplication(): Promise<void>;
  resumeReplication(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a primary and a replica. */
export function startPrivateReplication(engine: 'mariadb' | 'postgres'): Promise<PrivateReplication>;
