import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import lingui from 'eslint-plugin-lingui';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// Who may import whom is dependency-cruiser's matter (.dependency-cruiser.cjs), not ESLint's.
const tests = ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/*.fixture.ts', 'test/**/*.ts'];
// Programs, HTML and drawings, which are not translated.
const codeSamples = [
  'apps/admin/src/api-clients/connect/frameworks.ts',
  'apps/admin/src/entries/api/api-request.ts',
  'apps/admin/src/entries/formatted-text/*.ts',
  'apps/admin/src/icons/*.ts',
];
const length = (max) => ['error', { max, skipBlankLines: false, skipComments: false }];

export default tseslint.config(
  { ignores: ['**/dist/', 'var/'] },
  js.configs.recommended,
  {
    // A regular expression must read any text in time linear to its length (CWE-1333).
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', module: 'writable', URL: 'readonly' },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      // The nearest tsconfig.json that holds the file: a package's own for its sources, the root one for its specs.
      parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` },
    },
    rules: {
      'max-lines': length(300),
      // Nest modules are classes with no body.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Leaves files with decorators alone: there the import decides whether Nest sees a class or Object.
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/dot-notation': 'off',
      // False alarms on option classes of TypeORM (EntitySchemaOptions) and Nest (NestApplicationContextOptions).
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    // Where queries for the store are made: TypeScript checks no member of an object that is spread, so an option that
    // the store does not have would be passed unnoticed. An optional member takes `undefined` instead.
    files: [
      'libs/{entries,storage,storage-memory,storage-records}/src/**/*.ts',
      'libs/jsonapi/src/query/*.ts',
      'apps/content-service/src/site-package/site-{exporter,importer}.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > :matches(ConditionalExpression, LogicalExpression)',
          message:
            'A conditional spread hides unknown members from the compiler: write `member: value`, or undefined.',
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines': length(400),
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
    },
  },
  {
    files: ['apps/admin/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    // Every text that is shown is in a macro of Lingui, which brings it into the catalogue (`npm run texts`).
    files: ['apps/admin/src/**/*.{ts,tsx}'],
    ignores: [...tests, ...codeSamples],
    plugins: { lingui },
    rules: {
      'lingui/no-single-tag-to-translate': 'error',
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
      'lingui/no-unlocalized-strings': [
        'error',
        {
          useTsTypes: true,
          ignore: [
            // Words of code: keys, paths, CSS values, media types; names in capitals, such as of operators and methods.
            '^(?![A-Z])\\S+$',
            '^[A-Z0-9_=: -]+$',
            // Header fields, keys of the keyboard, names of standards.
            '^(Accept|Authorization|Content-Type|ETag|If-Match|Bearer( …)?)$',
            '^(Arrow(Up|Down|Left|Right)?|Enter|Ctrl( K)?)$',
            '^(JSON:API|CloudEvents)$',
            // Commands and selectors.
            '^(curl|-d|--data-urlencode) ',
            '^(input|\\[)\\S*, ',
          ],
          ignoreNames: [
            'className',
            'flex',
            'w',
            'aria-keyshortcuts',
            'fontFamily',
            'fontFamilyMonospace',
            'kind',
          ],
          ignoreFunctions: ['Error', 'lazyRouteComponent', '*.querySelectorAll', '*.closest', '*.matches'],
        },
      ],
    },
  },
  prettier,
);
