import type { Migration } from '../migration.js';
import { ACCESS } from './1760000000001-access.js';
import { CONTENT } from './1760000000000-content.js';
import { PEOPLE } from './1760000000002-people.js';

export const MYSQL_MIGRATIONS: Migration[] = [CONTENT, ACCESS, PEOPLE];
