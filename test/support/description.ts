import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { isJsonObject, type JsonObject } from '@content-service/kernel';

interface Operation {
  readonly operationId: string;
}

interface Schema {
  readonly examples?: readonly object[];
}

/** The parts of an OpenAPI document that the tests read. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The published OpenAPI description, against which responses are validated. */
export class Description {
  private readonly ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));

  constructor(readonly document: OpenApiDocument) {
    this.ajv.addSchema(document, 'openapi');
  }

  /** The operation id of a request; of the general operation where a bundle has its own, too. */
  findOperationId(method: string, path: string): string | undefined {
    const fitting = Object.keys(this.document.paths).filter((template) => matchesTemplate(template, path));
    const general = fitting.filter((template) => !this.isOfBundle(template));
    const [found] = general.sort((one, other) => countPlaceholders(one) - countPlaceholders(other));
    return this.document.paths[found ?? '']?.[method]?.operationId;
  }

  /** Whether the operations of a path are those of one bundle, whose ids end in its name: `listEntries.node--article`. */
  private isOfBundle(template: string): boolean {
    return Object.values(this.document.paths[template] ?? {}).some(({ operationId }) =>
      operationId.includes('.'),
    );
  }

  /**
   * Compares a response with the description of its operation, such as an undescribed status or a member of the
   * wrong type. @returns the mismatches; empty when it conforms
   */
  findMismatches(operationId: string, response: Response): readonly string[] {
    const responses = `${this.getPointer(operationId)}/responses`;
    const described =
      this.findResponse(`${responses}/${response.status}`) ?? this.findResponse(`${responses}/default`);
    if (described === undefined) return [`${operationId} does not describe the status ${response.status}`];
    const { pointer, answer } = described;
    const names = Object.keys(answer['headers'] ?? {});
    const missing = names.filter((name) => !(name.toLowerCase() in response.headers));
    return [
      ...missing.map((name) => `the header ${name} is missing`),
      ...this.findBodyMismatches(`${pointer}/content`, answer['content'], response),
    ];
  }

  private findBodyMismatches(
    pointer: string,
    content: unknown,
    { headers, body, text }: Response,
  ): readonly string[] {
    const contentType = headers['content-type'] ?? '';
    const [mediaType = ''] = contentType.split(';');
    if (!isJsonObject(content)) return contentType === '' ? [] : [`the body ${contentType} is not described`];
    // A media range stands for bytes of any type, which have no schema (OpenAPI 3.1 «Response Object»).
    if ('*/*' in content) return [];
    if (!(mediaType in content)) return [`the media type is ${contentType}`];
    const $ref = encodeURI(`openapi#${pointer}/${escape(mediaType)}/schema`);
    if (this.ajv.validate({ $ref }, /[/+]json$/.test(mediaType) ? body : text)) return [];
    return (this.ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  /** The operation id of a concrete path, such as `/manage/users/0190…`. */
  getOperationId(method: string, address: string): string {
    const isIt = (path: string): boolean =>
      new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address.split('?', 1)[0] ?? '');
    const path = Object.keys(this.document.paths).find(isIt) ?? '';
    return this.document.paths[path]?.[method]?.operationId ?? `${method} ${address}`;
  }

  private getPointer(operationId: string): string {
    for (const [path, operations] of Object.entries(this.document.paths))
      for (const [method, operation] of Object.entries(operations))
        if (operation.operationId === operationId) return `/paths/${escape(path)}/${method}`;
    throw new Error(`There is no operation ${operationId}.`);
  }

  /** Resolves a JSON pointer, following `$ref`. */
  private findResponse(
    pointer: string,
  ): { readonly pointer: string; readonly answer: JsonObject } | undefined {
    const answer = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (holder, name) => (isJsonObject(holder) ? holder[unescape(name)] : undefined),
        this.document,
      );
    if (!isJsonObject(answer)) return undefined;
    const { $ref } = answer;
    return typeof $ref === 'string' ? this.findResponse($ref.slice(1)) : { pointer, answer };
  }
}

function matchesTemplate(template: string, path: string): boolean {
  const [asked, wanted] = [path.split('/'), template.split('/')];
  return (
    asked.length === wanted.length &&
    wanted.every((segment, at) => segment.startsWith('{') || segment === asked[at])
  );
}

function countPlaceholders(template: string): number {
  return template.split('{').length;
}

/** RFC 6901 §3. */
function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescape(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
