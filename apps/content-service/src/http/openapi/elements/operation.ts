import type { JsonObject } from '@content-service/kernel';
import { type ErrorStatus, getErrorResponses } from './error-responses.js';
import { ref } from './schema.js';
import { type Access, toSecurityRequirements } from './security.js';

/**
 * One operation of the OpenAPI description: its request and its responses. An operation is added as a row in the file
 * of its area.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path template; its parameters must be in the table of `parameters.ts`. */
  readonly path: string;
  /** `operationId`, unique in the document. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /**
   * Parameters outside the path: names in the table of `parameters.ts`, or definitions used by this operation alone.
   */
  readonly parameters?: readonly (string | JsonObject)[];
  readonly body?: JsonObject;
  /** Responses by status, without the errors of `errors`. */
  readonly responses: Readonly<Record<string, JsonObject>>;
  /** Statuses whose response is an error document. */
  readonly errors?: readonly ErrorStatus[];
}

/**
 * Converts operations to `paths`. OpenAPI does not define an order of paths, so concrete paths may follow templates.
 */
export function toPathItems(operations: readonly Operation[], oauth: boolean): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method] = toOperationObject(operation, oauth);
  }
  return paths;
}

function toOperationObject(operation: Operation, oauth: boolean): JsonObject {
  const { id, tag, summary, description, access, body, responses: answers, errors = [] } = operation;
  const parameters = [...pathParameters(operation.path), ...(operation.parameters ?? [])];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: toSecurityRequirements(access, oauth),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(toParameter) }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...answers, ...getErrorResponses(errors) },
  };
}

function toParameter(parameter: string | JsonObject): JsonObject {
  return typeof parameter === 'string' ? ref(parameter, 'parameters') : parameter;
}

function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
