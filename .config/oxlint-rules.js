/** Rules that Oxlint lacks, in the form of an ESLint plugin (.oxlintrc.json). */
export default {
  meta: { name: 'content-service' },
  rules: {
    'no-conditional-spread': { create: noConditionalSpread },
    'own-lookup': { create: ownLookup },
    'type-imports': { create: typeImports },
  },
};

/**
 * Where queries for the store are made: TypeScript checks no member of an object that is spread, so an option that
 * the store does not have would be passed unnoticed. An optional member takes `undefined` instead.
 */
function noConditionalSpread(context) {
  const message =
    'A conditional spread hides unknown members from the compiler: write `member: value`, or undefined.';
  const refuse = (node) => context.report({ node, message });
  const spread = 'ObjectExpression > SpreadElement';
  return { [`${spread} > ConditionalExpression`]: refuse, [`${spread} > LogicalExpression`]: refuse };
}

/**
 * A look-up in a table of constants that allows for a missing name is one by a name from outside. Every object also has
 * `constructor`, `toString` and so on, which would be found.
 */
function ownLookup(context) {
  // A place in a list or text.
  const isPlace = ({ type, callee }) => type === 'BinaryExpression' || callee?.object?.name === 'Math';
  const message =
    'The table also has what every object inherits, such as `constructor`: use getOwn or a Map.';
  return {
    'MemberExpression[computed=true]'(node) {
      const { object, property, parent } = node;
      if (
        object.type !== 'Identifier' ||
        !/^[A-Z][A-Z0-9_]*$/.test(object.name) ||
        property.type === 'Literal' ||
        isPlace(property)
      )
        return;
      const hasFallback =
        parent.type === 'LogicalExpression' && parent.operator === '??' && parent.left === node;
      const isOptional = parent.optional === true && (parent.object === node || parent.callee === node);
      if (hasFallback || isOptional) context.report({ node, message });
    },
  };
}

/**
 * An import that is used as a type alone is an `import type`, so that it loads nothing.
 *
 * Leaves files with decorators alone, as typescript-eslint's consistent-type-imports does and Oxlint's does not:
 * there the import decides whether Nest sees a class or Object.
 */
function typeImports(context) {
  const imports = [];
  let isDecorated = false;
  return {
    ImportDeclaration: (node) => {
      if (node.importKind !== 'type') imports.push(...node.specifiers);
    },
    Decorator: () => {
      isDecorated = true;
    },
    'Program:exit': () => {
      if (isDecorated) return;
      for (const node of imports.filter(({ importKind }) => importKind !== 'type')) {
        const [variable] = context.sourceCode.getDeclaredVariables(node);
        const message = `'${variable.name}' is used as a type only: import it by \`import type\`.`;
        if (variable.references.length > 0 && variable.references.every(isOfType))
          context.report({ node, message });
      }
    },
  };
}

function isOfType(reference) {
  const { parent } = reference.identifier;
  // What is exported again may be a value.
  if (parent.type === 'ExportSpecifier' || parent.type === 'ExportDefaultDeclaration') return false;
  return reference.isTypeReference || isInTypeQuery(parent);
}

/** `typeof Name` and `typeof Name.member` in a type. */
function isInTypeQuery(node) {
  return node.type === 'TSTypeQuery' || (node.type === 'TSQualifiedName' && isInTypeQuery(node.parent));
}
