import type { Command } from 'commander';
import { AccountService } from '@content-service/accounts';
import type { PlanStep, QueryExplanation } from '@content-service/entries';
import { ANONYMOUS, type Principal, ScopeSet } from '@content-service/scopes';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryPlans } from '../../http/jsonapi/query-plans.js';
import { command, withAppContext } from './command.js';
import type { Terminal } from './terminal.js';

interface Options {
  readonly user?: string;
  readonly scopes?: string;
}

export function explainCommand(terminal: Terminal): Command {
  return command('explain', 'show how the database answers a read of a collection, without executing it')
    .argument('<url>', 'URL or path with its query, as a front end sends it: "/api/node/article?sort=title"')
    .option('--user <name>', 'read it in the name of a user, with the scopes of the role')
    .option('--scopes <names>', 'read it with these scopes, separated by spaces; default: without a token')
    .action(
      withAppContext(terminal, async (services, url: string, options: Options) => {
        const explanation = await services
          .get(QueryPlans)
          .explain(url, await createPrincipal(options, services));
        return { text: formatExplanation(explanation), json: explanation };
      }),
    );
}

async function createPrincipal(
  { user, scopes }: Options,
  services: INestApplicationContext,
): Promise<Principal> {
  const client = { kind: 'client', clientId: '' } as const;
  if (user !== undefined) {
    const accounts = services.get(AccountService);
    const { id } = await accounts.getByName(user);
    return { ...client, scopes: (await accounts.findRoleScopes(id)) ?? ScopeSet.none };
  }
  return scopes === undefined ? ANONYMOUS : { ...client, scopes: ScopeSet.parse(scopes) };
}

function formatExplanation(explanation: QueryExplanation): string {
  const { engine, entries, page, total, statements, advice } = explanation;
  return [
    `Engine: ${engine}. Entries of the type: ${entries}.`,
    '',
    'Page',
    ...page.flatMap((step, n) => formatStep(step, page.length > 1 ? `${n + 1}. ` : '')),
    '',
    'Total',
    ...formatStep(total, ''),
    ...statements.flatMap(({ purpose, text, parameters, enginePlan }, n) => [
      '',
      `Statement ${n + 1}: ${purpose}`,
      `  ${text}`,
      `  Parameters: ${JSON.stringify(parameters)}`,
      ...enginePlan.map((line) => `  | ${line}`),
    ]),
    ...(advice.length === 0 ? [] : ['', 'Advice']),
    ...advice.map(({ path, message }) => `  ${path}: ${message}`),
  ].join('\n');
}

function formatStep(
  { access, description, details, estimatedRows, estimatedMilliseconds }: PlanStep,
  number: string,
): readonly string[] {
  const time = estimatedMilliseconds === undefined ? '' : `, ${estimatedMilliseconds.toFixed(2)} ms`;
  const estimate = estimatedRows === undefined ? 'not known' : `${estimatedRows} rows${time}`;
  return [
    `  ${number}${access}: ${description}`,
    ...details.map((detail) => `     ${detail}`),
    `     estimate: ${estimate}`,
  ];
}
