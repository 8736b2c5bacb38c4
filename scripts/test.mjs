// Runs all checks and tests in stages. Prints the slowest test files, and ends with one line of totals.
//   (no option)   everything
//   --fast        on SQLite only, without the build, the slow tests and the end-to-end tests
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { findChromium, packageEnvironment, print, root, run, secondsSince } from './tools.mjs';

const fast = process.argv.includes('--fast');
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Failed tests with their errors, which are printed again at the end. */
const failedTests = [];
/** Test files with the milliseconds of their imports, hooks and tests. A file that runs in several stages is listed once for each. */
const files = [];
const slowestFiles = 30;

async function stage(name, work) {
	print(`\n── ${name}`);
	const start = performance.now();
	const succeeded = await work();
	print(`── ${name}: ${succeeded ? 'done' : 'FAILED'} in ${secondsSince(start)}`);
	if (!succeeded) failures.push(name);
	return succeeded;
}

/** Runs one check, such as lint. A failed check counts as one failed test, so that the totals show it. */
async function check(name, work) {
	if (!(await stage(name, work))) totals.failed += 1;
}

/** Runs tests that need a browser. Without Chromium, each test file counts as one skipped test. */
async function browserTests(name, command, { folder, ending }) {
	const chromium = findChromium();
	if (chromium) return tests(name, command, { ...packageEnvironment(), CHROMIUM: chromium });
	const files = readdirSync(join(root, folder), { recursive: true }).filter((path) => path.endsWith(ending));
	totals.skipped += files.length;
	print(`\n── ${name}: skipped, there is no Chromium on this machine`);
}

function vitest(project) {
	const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'report.mjs')}`];
	return ['vitest', 'run', '--project', project, '--passWithNoTests', ...reporters];
}

async function tests(name, [program, ...options], env = packageEnvironment()) {
	const folder = join(root, '.cache', 'tests');
	const report = join(folder, 'report.json');
	mkdirSync(folder, { recursive: true });
	rmSync(report, { force: true });
	const succeeded = await stage(name, () => run(program, options, { ...env, REPORT: report }));
	const failedBefore = totals.failed;
	try {
		const { totals: counted, failed, files: measured } = JSON.parse(readFileSync(report, 'utf8'));
		totals.passed += counted.passed;
		totals.failed += counted.failed;
		totals.skipped += counted.skipped + counted.pending;
		failedTests.push(...failed);
		files.push(...measured);
	} catch {
		// Without a report, the run ended before its first test. The run counts as one failed test below.
	}
	// A file that cannot be loaded, or an error outside of tests, makes the run fail without any failed test.
	if (!succeeded && totals.failed === failedBefore) totals.failed += 1;
}

/** Prints where the time of the slowest files goes, in seconds, with the longest test of each. */
function printSlowestFiles() {
	const sum = ({ imports, hooks, tests }) => imports + hooks + tests;
	const seconds = (...times) => times.map((time) => (time / 1000).toFixed(1).padStart(7)).join('');
	print(`\n  total imports hooks  tests  the ${slowestFiles} slowest test files: longest test`);
	for (const measured of files.toSorted((one, other) => sum(other) - sum(one)).slice(0, slowestFiles)) {
		const { file, imports, hooks, tests, slowest } = measured;
		const longest = `${seconds(slowest.time).trim()} s ${slowest.title}`.slice(0, 90);
		print(`${seconds(sum(measured), imports, hooks, tests)}  ${file}: ${longest}`);
	}
}

const startTime = performance.now();
await check('types', () => run('react-router', ['typegen']) && run('tsc', ['-b']));
await check('lint', () => run('biome', ['ci', '--error-on-warnings']));
await check('unused code', () => run('knip', []));
if (!fast) await check('build', build);
const engines = fast ? { TEST_ENGINE: 'sqlite' } : {};
await tests('unit, store and endpoint tests', vitest('fast'), { ...packageEnvironment(), ...engines });
if (!fast) await tests('tests with other programs', vitest('slow'));
await browserTests('component tests', vitest('components'), { folder: 'web', ending: '.test.tsx' });
if (!fast) await browserTests('end-to-end', ['playwright', 'test'], { folder: 'e2e', ending: '.test.ts' });

printSlowestFiles();
for (const text of failedTests) print(`\nfailed: ${text.replaceAll(root, '').slice(0, 2000)}`);
print(`\nIn ${secondsSince(startTime)}${failures.length > 0 ? `; failed: ${failures.join(', ')}` : ''}`);
print(`tests: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = failures.length > 0 || totals.failed > 0 ? 1 : 0;
