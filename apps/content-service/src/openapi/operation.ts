import type { JsonObject } from '@content-service/kernel';
import { type ErrorStatus, errorAnswers } from './error-answers.js';
import { ref } from './schema.js';
import { type Access, securityOf } from './security.js';

/**
 * One row of the interface: what a client sends, and which answers it can get. A new endpoint is one more row in one of
 * the files `…-operations.ts`.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** What stands in braces is a path parameter and must be in the table of parameters. */
  readonly path: string;
  /** `operationId`, unique in the document. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Those of the path aside: names in the table of parameters, or parameters that no other operation has. */
  readonly parameters?: readonly (string | JsonObject)[];
  readonly body?: JsonObject;
  /** Answers by status, but for the errors that are the same everywhere. */
  readonly answers: Readonly<Record<string, JsonObject>>;
  /** Statuses answered by an error document. */
  readonly errors?: readonly ErrorStatus[];
}

/** Paths are matched in any order by OpenAPI, so a concrete path may stand behind the template that covers it. */
export function toPaths(operations: readonly Operation[], oauth: boolean): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method] = toOperationObject(operation, oauth);
  }
  return paths;
}

function toOperationObject(operation: Operation, oauth: boolean): JsonObject {
  const { id, tag, summary, description, access, body, answers, errors = [] } = operation;
  const parameters = [...pathParameters(operation.path), ...(operation.parameters ?? [])];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(access, oauth),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(toParameter) }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...answers, ...errorAnswers(errors) },
  };
}

function toParameter(parameter: string | JsonObject): JsonObject {
  return typeof parameter === 'string' ? ref(parameter, 'parameters') : parameter;
}

function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
