// `npm run check:supply-chain`: writes the bill of materials of what runs in production (CycloneDX 1.5, dist/sbom.cdx.json),
// a list of its licences (dist/licences.md), refuses a licence outside the allow-list, and asks the registry for known
// vulnerabilities. A registry without an audit endpoint is reported and does not fail the check.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { allowedBy, parseLicence, STATED_ELSEWHERE } from './licences.js';

const FOLDER = 'dist';

process.exitCode = main();

function main() {
  const text = npm('sbom', '--sbom-format', 'cyclonedx', '--omit=dev').stdout;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/sbom.cdx.json`, text);
  const packages = thirdParty(JSON.parse(text));
  writeFileSync(`${FOLDER}/licences.md`, toMarkdown(packages));
  const refused = packages.filter(({ licence, name }) => !allowedBy(licence, name));
  for (const { name, version, licence } of refused)
    console.error(
      `${name}@${version} has the licence '${licence}', which .config/licences.js does not allow.`,
    );
  const vulnerable = audit();
  console.log(
    `${packages.length} production packages, ${refused.length} with a licence that is not allowed; audit: ${vulnerable.summary}`,
  );
  return refused.length === 0 && vulnerable.passed ? 0 : 1;
}

/** Every production package that is not part of this repository. */
function thirdParty({ components }) {
  const own = new Set(
    Object.keys(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
      .filter((path) => /^(apps|libs)\//.test(path))
      .map((path) => path.split('/').at(-1)),
  );
  return components
    .filter(({ name }) => !name.startsWith('@content-service/') && !own.has(name))
    .map(({ name, version, licenses = [] }) => ({
      name,
      version,
      licence: toExpression(licenses) || (STATED_ELSEWHERE[`${name}@${version}`] ?? ''),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One SPDX expression for the `licenses` of a CycloneDX component. */
function toExpression(list) {
  return list
    .map((entry) => entry.expression ?? entry.license?.id ?? entry.license?.name ?? '')
    .join(' AND ');
}

function toMarkdown(packages) {
  const rows = packages.map(
    ({ name, version, licence }) => `| ${name} | ${version} | ${parseLicence(licence)} |`,
  );
  return ['| package | version | licence |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** High and critical advisories of production packages fail. */
function audit() {
  const { status, stdout } = npm('audit', '--omit=dev', '--audit-level=high', '--json');
  const report = parse(stdout);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) return { passed: true, summary: 'the registry has no audit endpoint' };
  return { passed: status === 0, summary: `${counts.high} high, ${counts.critical} critical` };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function npm(...args) {
  return spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
