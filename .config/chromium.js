// A Chromium for the tests of pages: the one that CHROMIUM names, or the one of this machine (installed first where a Debian
// machine lacks it and we may).
import { spawnSync } from 'node:child_process';

// Without a user interface first, which takes half of the processor time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** @returns {string} the path of the browser */
export function chromium() {
  const found = installedChromium();
  if (found !== undefined) return found;
  install();
  return installedChromium() ?? fail();
}

/** @returns {string | undefined} its path, when there is one */
export function installedChromium() {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

function install() {
  if (spawnSync('which', ['apt-get']).status !== 0 || process.getuid?.() !== 0) fail();
  console.log('Installing Chromium for the tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { encoding: 'utf8', env });
  apt('update', '-q');
  // Releases before Debian 12 have no package of the first name.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status, stderr } = apt('install', '-q', '-y', '--no-install-recommends', name);
    if (status === 0) return;
    console.error(`apt-get install ${name} failed: ${stderr.slice(-2000)}`);
  }
}

function fail() {
  throw new Error('The tests of pages need Chromium: install it, or set CHROMIUM to the path of one.');
}
