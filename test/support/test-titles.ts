import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));
const BLOCKS = new Set(['describe', 'it', 'test']);
/** Placeholder in a title for values that are known only at run time. */
const UNKNOWN = '…';

/**
 * The titles of all tests of the repository with those of their `describe` blocks, such as `GET /api › needs a token`.
 * Rows of `it.each` that are literals of the file are filled in. Skipped tests are left out.
 */
export function getTestTitles(): readonly string[] {
  const names = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return names.filter(isSpec).flatMap((name) => parseTitles(name, readFileSync(root + name, 'utf8')));
}

const isSpec = (name: string): boolean =>
  /[.](e2e-)?spec[.]ts$/.test(name) && !/[/](node_modules|dist)[/]/.test(name);

export function parseTitles(name: string, source: string): readonly string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2023, true);
  const titles: string[] = [];
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const block = ts.isCallExpression(node) ? parseBlock(node, file) : undefined;
    if (block === undefined) {
      ts.forEachChild(node, (child) => {
        visit(child, around);
      });
      return;
    }
    for (const title of block.titles) {
      const whole = [...around, title];
      if (block.kind !== 'describe') titles.push(whole.join(' › '));
      else
        visitAll(block.body, (child) => {
          visit(child, whole);
        });
    }
  };
  visit(file, []);
  return titles;
}

function visitAll(nodes: readonly ts.Node[], visit: (node: ts.Node) => void): void {
  nodes.forEach(visit);
}

interface Block {
  readonly kind: string;
  readonly titles: readonly string[];
  readonly body: readonly ts.Node[];
}

/** Parses `it('…', …)` and `it.each(rows)('…', …)`. @returns undefined for other calls, `it.skip` and `it.todo` */
function parseBlock(
  { expression, arguments: [title, ...body] }: ts.CallExpression,
  file: ts.SourceFile,
): Block | undefined {
  if (title === undefined) return undefined;
  if (ts.isIdentifier(expression) && BLOCKS.has(expression.text))
    return { kind: expression.text, titles: [getText(title)], body };
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression))
    return undefined;
  const { expression: kind, name } = expression.expression;
  if (!ts.isIdentifier(kind) || !BLOCKS.has(kind.text) || name.text !== 'each') return undefined;
  const rows = parseRows(expression.arguments[0], file);
  return { kind: kind.text, titles: rows.map((row) => fillTitle(getText(title), row)), body };
}

/** Inserts as many arguments as the title has placeholders. */
function fillTitle(title: string, row: readonly string[]): string {
  const places = title.match(/%[sdifjop]/g) ?? [];
  return format(title.replace(/%[dijfop]/g, '%s'), ...row.slice(0, places.length));
}

/** The arguments of each row; one row without arguments when the table is no literal. */
function parseRows(table: ts.Expression | undefined, file: ts.SourceFile): readonly (readonly string[])[] {
  const list = table === undefined ? undefined : findList(table, file);
  if (list === undefined) return [[]];
  return list.elements.map((row) => {
    const cells = findList(row, file)?.elements ?? [row];
    return cells.map(getText);
  });
}

function findList(node: ts.Expression, file: ts.SourceFile): ts.ArrayLiteralExpression | undefined {
  const plain = ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? node.expression : node;
  if (ts.isArrayLiteralExpression(plain)) return plain;
  return ts.isIdentifier(plain) ? findConstantList(plain.text, file) : undefined;
}

/** The list literal of a constant of the file. */
function findConstantList(name: string, file: ts.SourceFile): ts.ArrayLiteralExpression | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations)
      if (initializer !== undefined && ts.isIdentifier(declared) && declared.text === name)
        return findList(initializer, file);
  }
  return undefined;
}

function getText(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return UNKNOWN;
  return node.head.text + node.templateSpans.map(({ literal }) => UNKNOWN + literal.text).join('');
}
