// Commands that some suites need. `node .config/tools.js` installs those that are missing (Debian, as root).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, isInstalled } from './private-server.js';

// Debian has servers such as varnishd there, and not on the PATH of its users.
process.env.PATH += ':/usr/sbin';

/** By the name in `@needs`: what it is for, and the Debian packages of which one has it. */
const tools = {
  chromium: {
    name: 'Chromium, which opens pages (or CHROMIUM=PATH)',
    // Without a user interface first, which takes half of the processor time; releases before Debian 12 do not have it.
    debianPackages: ['chromium-headless-shell', 'chromium'],
    isPresent: () => findChromium() !== undefined,
  },
  promtool: { name: 'promtool, which checks metrics and alerts', debianPackages: ['prometheus'] },
  'systemd-analyze': { name: 'systemd-analyze, which checks the unit', debianPackages: ['systemd'] },
  varnishd: {
    name: 'Varnish with vmod_xkey, which deploy/varnish configures',
    debianPackages: ['varnish-modules'],
    isPresent: hasXkey,
  },
  faketime: { name: 'libfaketime, which moves the clocks of services', debianPackages: ['faketime'] },
  prlimit: { name: 'prlimit, which limits the size of files', debianPackages: ['util-linux'] },
  jq: { name: 'jq, whose filters the runbooks have', debianPackages: ['jq'] },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) installTools();

/** @throws Error where it cannot be done */
export function installTools() {
  for (const [command, tool] of Object.entries(tools))
    ensureInstalled({ command, remedy: 'put it on the PATH', ...tool });
}

/** Whether a command is missing. @throws Error for one that is not in the table */
export function isMissing(command) {
  const tool = tools[command];
  if (tool === undefined) throw new Error(`@needs ${command}: .config/tools.js does not have it.`);
  return !(tool.isPresent?.() ?? isInstalled(command));
}

/** How to get a command: `jq, whose filters the runbooks have: apt-get install jq`. */
export function describeTool(command) {
  const { name, debianPackages } = tools[command];
  return `${name}: apt-get install ${debianPackages[0]}`;
}

/** @returns {string | undefined} the path of CHROMIUM, or of an installed one */
export function findChromium() {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** The module of the package varnish-modules, which depends on varnish. */
function hasXkey() {
  const module = 'varnish/vmods/libvmod_xkey.so';
  return readdirSync('/usr/lib').some((folder) => existsSync(join('/usr/lib', folder, module)));
}
