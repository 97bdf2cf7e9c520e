import type { OperationResult } from '@content-service/entries';
import { type DocumentContext, documentText, listText } from './document.js';
import { resourceWriter } from './resource-object.js';

/** The answer to atomic operations. Results stand in the order of the operations; those that make no entry are empty. */
export function resultsDocument(results: readonly OperationResult[], context: DocumentContext): string {
  const write = resourceWriter(context);
  return documentText({
    'atomic:results': listText(results, ({ operation: { kind }, entry }) =>
      kind === 'create' || kind === 'update' ? `{"data":${write(entry)}}` : '{}',
    ),
  });
}
