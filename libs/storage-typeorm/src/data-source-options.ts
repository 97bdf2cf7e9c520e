import type { DataSourceOptions } from 'typeorm';
import { dialectOf } from './dialects/index.js';

/** For the TypeORM command line: the options of the data source that writes and migrates. */
export function dataSourceOptions(url: string): DataSourceOptions {
  return dialectOf(url).options(url).writer;
}
