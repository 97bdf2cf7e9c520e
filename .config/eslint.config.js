import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Who may import whom is dependency-cruiser's matter (.dependency-cruiser.cjs), not ESLint's.
const tests = ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/*.fixture.ts', 'test/**/*.ts'];
const length = (max) => ['error', { max, skipBlankLines: false, skipComments: false }];

export default tseslint.config(
  { ignores: ['**/dist/', 'coverage/', 'var/'] },
  js.configs.recommended,
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
  prettier,
);
