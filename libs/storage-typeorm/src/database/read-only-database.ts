import { Database } from './database.js';

/** A database that is read and not changed: the state of one moment, or a replica. */
export class ReadOnlyDatabase extends Database {
  override change<T>(): Promise<T> {
    return Promise.reject(new Error('The database is read only.'));
  }

  override transaction<T>(): Promise<T> {
    return Promise.reject(new Error('The database is read only.'));
  }
}
