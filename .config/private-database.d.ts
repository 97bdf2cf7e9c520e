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

/** A cluster whose nodes are servers of their own. */
export interface PrivateCluster {
  /** Names all nodes; its user may create databases. */
  readonly url: string;
  readonly nodes: readonly Omit<PrivateDatabase, 'stop'>[];
  stop(): Promise<void>;
}

/** Starts a Galera cluster of three nodes. */
export function startPrivateCluster(): Promise<PrivateCluster>;
