import { Command } from 'commander';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { SettingUnknown, type SiteSettings, SiteSettingsService } from '@content-service/site-settings';
import { command, type CommandResult, withAppContext } from './command.js';
import type { Terminal } from './terminal.js';

export function settingsCommand(terminal: Terminal): Command {
  return new Command('settings')
    .description('read and change the site settings')
    .addCommand(getCommand(terminal))
    .addCommand(setCommand(terminal));
}

function getCommand(terminal: Terminal): Command {
  return command('get', 'print one setting, or all')
    .argument('[name]')
    .action(
      withAppContext(terminal, (services, name: string | undefined) =>
        Promise.resolve(toSettingsResult(services.get(SiteSettingsService).current(), name)),
      ),
    );
}

function setCommand(terminal: Terminal): Command {
  return command('set', 'change one setting')
    .argument('<name>')
    .argument('<value>', 'such as read_write, true, 25 or \'["https://www.example.com"]\'')
    .action(
      withAppContext(terminal, async (services, name: string, value: string) =>
        toSettingsResult(
          await services.get(SiteSettingsService).changeFromText(name, value, OPERATOR_CONTEXT),
          name,
        ),
      ),
    );
}

/** @throws SettingUnknown */
function toSettingsResult(settings: SiteSettings, name: string | undefined): CommandResult {
  const values = Object.entries(settings);
  const shown = name === undefined ? values : values.filter(([known]) => known === name);
  if (shown.length === 0) throw new SettingUnknown(name ?? '', Object.keys(settings));
  const lines = shown.map(([known, value]) => `${known} = ${JSON.stringify(value)}`);
  return { text: lines.join('\n'), json: Object.fromEntries(shown) };
}
