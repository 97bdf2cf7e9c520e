import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiResponse } from '../http/send.js';
import * as queries from '../management-api/queries.js';
import type { MenuSettings } from '../management-api/resources.js';

/** The menus of the site, with the version of their settings document. */
export function useMenus(): UseQueryResult<ApiResponse<MenuSettings>> {
  return useQuery(queries.settings<MenuSettings>('menus'));
}
