import { keepPreviousData, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import { useState } from 'react';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { split } from '../../jsonapi/query.js';
import { FILE_TYPE } from '../file-fields.js';

/** The ids of one request, which has them in its URL. */
const ID_LIMIT = 25;

interface LinkedFiles {
  /** By id; without files that the user cannot see. */
  readonly files: ReadonlyMap<string, Resource>;
  /** Keeps a file that was uploaded, so that it need not be fetched. */
  readonly remember: (file: Resource) => void;
}

/** The entries of linked files. */
export function useLinkedFiles(linked: readonly Identifier[]): LinkedFiles {
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, Resource>>(new Map());
  const ids = [...new Set(linked.map(({ id }) => id))].filter((id) => !uploaded.has(id));
  const { data = [] } = useQuery({
    queryKey: ['entries', 'files', ids],
    queryFn: () => findFiles(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    files: new Map([...data.map((file) => [file.id, file] as const), ...uploaded]),
    remember: (file) => {
      setUploaded((before) => new Map([...before, [file.id, file]]));
    },
  };
}

async function findFiles(ids: readonly string[]): Promise<readonly Resource[]> {
  const pages = await pMap(
    split(ids, ID_LIMIT),
    (value) => jsonApi.find(FILE_TYPE, { filters: [{ path: 'id', operator: 'IN', value }], limit: ID_LIMIT }),
    { concurrency: 4 },
  );
  return pages.flatMap(({ data }) => data);
}
