import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../server/accounts/tables.ts';
import { makeJpeg, makeVideo } from '../server/testing/media-files.ts';
import { postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import { createCommandSocket } from './commands/command-socket.ts';
import { type CodeBlock, listCodeBlocks, listPages } from './testing/documents.ts';

const runFile = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Milliseconds for a page: one page starts 14 programs, each of which takes seconds on a busy machine. */
const timeout = 300_000;

/** Beginnings of commands that cannot run here, with the reason. A reason may name the test that runs them. */
const excluded: Record<string, string> = {
	'npm start': 'third-party/package.test.ts runs its script in a release',
	'npm run dev': 'serves until somebody stops it',
	'npm run check': 'would run the tests in a test',
	'npm test': 'would run the tests in a test',
	'PORT=8080 SAMPLE_CONTENT=off npm start': 'main/run.test.ts starts the server with such variables',
	'git clone ': 'needs the address of the repository',
	'git pull': 'needs a remote repository',
	'npm run build': 'the end-to-end tests build the web app',
	'npm run backup': 'main/backup.test.ts makes backups',
	'npm run restore': 'main/backup.test.ts restores backups',
	'apt-get ': 'changes the system',
	'adduser ': 'changes the system',
	'systemctl ': 'needs systemd as the first process',
	'systemd-run ': 'needs systemd as the first process',
	'journalctl ': 'needs systemd as the first process',
	'docker ': 'needs Docker',
	'scripts/make-env.sh ': 'checks/containers.test.ts runs it',
	'install -': 'needs root and a user kasuwa',
	'sudo ': 'needs a user kasuwa',
	'editor ': 'waits for a person',
	'cd /opt/kasuwa': 'needs an installation in /opt',
	'/opt/kasuwa/': 'needs an installation in /opt',
	'ln -sfn /opt/': 'needs an installation in /opt',
	'sha256sum ': 'third-party/package.test.ts makes a release and unpacks it',
	'tar ': 'third-party/package.test.ts makes a release and unpacks it',
	'promtool ': 'checks/monitoring.test.ts runs it',
	'npm install openapi-fetch ': 'third-party/openapi.test.ts runs this client',
	'npx openapi-typescript ': 'third-party/openapi.test.ts generates this client',
	'kasuwa second-factor reset ': 'main/commands/run-command.test.ts resets one, which needs codes of an app',
	'kasuwa push test ': 'needs a device with push messages',
	'kasuwa market export ': 'main/moving/moving.test.ts exports a market',
	'kasuwa market import ': 'main/moving/moving.test.ts imports a market',
	'DATA_DIR=/var/lib/kasuwa-new ': 'main/moving/moving.test.ts imports a market into PostgreSQL and S3',
	'age ': 'is a program that the tests do not install',
	'kasuwa files check --json > check.json || mail': 'sends a mail',
};

/** Pages whose examples another test runs. */
const pagesOfOtherTests: Record<string, string> = { 'docs/webhooks.md': 'third-party/webhooks.test.ts' };

/** Packages in examples that only another test has installed. */
const packagesOfOtherTests: Record<string, string> = { 'openapi-fetch': 'third-party/openapi.test.ts' };

const blocks = listPages()
	.filter((page) => /^(docs\/)?[^/]+\.md$/.test(page) && !(page in pagesOfOtherTests))
	.flatMap((page) => listCodeBlocks(page));

/** Whether bash can run a text as it is, instead of waiting for the rest of a quotation, a pipe or a line. */
function isComplete(text: string): boolean {
	if (/(\\|\|)$/.test(text)) return false;
	try {
		execFileSync('bash', ['-nc', text], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** Splits a block into its commands, without comments of their own line. */
function listCommands({ text }: CodeBlock): string[] {
	const commands: string[] = [];
	let open = '';
	for (const line of text.split('\n')) {
		if (open === '' && /^\s*(#|$)/.test(line)) continue;
		open += (open && '\n') + line;
		if (isComplete(open)) {
			commands.push(open);
			open = '';
		}
	}
	if (open !== '') throw new Error(`This command does not end: ${open}`);
	return commands;
}

const findExclusion = (command: string) => Object.keys(excluded).find((start) => command.startsWith(start));
const shellCommands = Map.groupBy(
	blocks
		.filter(({ language }) => language === 'sh')
		.flatMap((block) => listCommands(block).map((command) => ({ page: block.page, command }))),
	({ page }) => page,
);
const shellPages = [...shellCommands].flatMap(([page, commands]) => {
	const own = commands.map(({ command }) => command).filter((command) => !findExclusion(command));
	return own.length > 0 ? [[page, own] as const] : [];
});
const typeScriptPages = [...Map.groupBy(blocks, ({ page }) => page)].flatMap(([page, own]) => {
	const sources = own
		.filter(
			({ language, text }) =>
				language === 'ts' && !Object.keys(packagesOfOtherTests).some((name) => text.includes(`'${name}'`)),
		)
		.map(({ text }) => text);
	return sources.length > 0 ? [[page, sources.join('\n')] as const] : [];
});

let folder: string;
let server: TestServer;
let commandSocket: ReturnType<typeof createCommandSocket>;
let seller: TestPerson;
let adId: number;

beforeAll(async () => {
	server = await startTestServer();
	commandSocket = createCommandSocket(server);
	await commandSocket.open();
	seller = await signUp(server, 'example_seller');
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-docs-'));
	await mkdir(join(folder, 'bin'));
	await symlink(join(root, 'main/kasuwa'), join(folder, 'bin/kasuwa'));
	for (const name of ['main', 'docs', 'package.json', 'node_modules'])
		await symlink(join(root, name), join(folder, name));
	await writeFile(join(folder, 'lamp.jpg'), await makeJpeg());
	await writeFile(join(folder, 'lamp.mp4'), await makeVideo());
	await addExampleRows();
}, timeout);
afterAll(async () => {
	await commandSocket?.close();
	await server?.close();
	await rm(folder, { recursive: true, force: true });
});

/** Creates the accounts that the examples of the command line name, and the ad. */
async function addExampleRows(): Promise<void> {
	await signUp(server, 'ada');
	const bola = await signUp(server, 'bola');
	const accounts = server.db.tables<AccountTables>().updateTable('accounts');
	await accounts.set({ email_verified_at: Date.now() }).where('id', '=', bola.session.id).execute();
	adId = (await postPictureAd(seller)).id;
}

/** Replaces what the examples assume: the address of the market, and the id of an ad. */
const adapt = (text: string) =>
	text.replaceAll('http://localhost:3000', server.address).replaceAll(' 1042 ', ` ${adId} `);

/** Runs commands in one shell. Returns the statuses of the responses that curl got in each command. */
async function runCommands(commands: readonly string[]): Promise<number[][]> {
	const script = [
		`curl() { command curl -w '%{stderr}\\nstatus %{http_code}\\n' "$@"; }`,
		...commands.flatMap((command, index) => [`printf '\\ncommand %s\\n' ${index} >&2`, adapt(command)]),
	].join('\n');
	const { stderr } = await runFile('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
		cwd: folder,
		env: {
			PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
			HOME: folder,
			// Without this each program compiles its modules again.
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			DATA_DIR: server.environment.dataDir,
			TOKEN: seller.token,
		},
	}).catch((error: Error & { stdout: string; stderr: string }) => {
		throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
	});
	const parts = stderr.split(/^command \d+$/m).slice(1);
	return parts.map((part) => [...part.matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status)));
}

/** Returns the status that the comment behind a command promises, such as `# 422`. */
const getExpectedStatus = (command: string) => Number(/# (\d{3})$/.exec(command)?.[1] ?? 200);

test.each(shellPages)('the commands of %s work as they are written', { timeout }, async (_, commands) => {
	const statuses = await runCommands(commands);
	expect(statuses).toHaveLength(commands.length);
	const unexpected = commands.flatMap((command, index) => {
		const expected = getExpectedStatus(command);
		const wrong = statuses[index]?.filter((status) =>
			expected === 200 ? status < 200 || status > 299 : status !== expected,
		);
		return wrong?.length ? [`${command}: ${wrong}`] : [];
	});
	expect(unexpected).toEqual([]);
	const calls = commands.filter((command) => /\bcurl\b/.test(command));
	expect(statuses.flat().length).toBeGreaterThanOrEqual(calls.length);
});

// These run after the shell commands of their page: docs/api.md signs up there.
test.each(typeScriptPages)(
	'the TypeScript of %s compiles in strict mode and works',
	{ timeout },
	async (page, source) => {
		const own = await mkdtemp(join(folder, 'typescript-'));
		await symlink(join(root, 'node_modules'), join(own, 'node_modules'));
		const compilerOptions = {
			...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, module: 'nodenext', target: 'es2024' },
			...{ lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'], skipLibCheck: true },
		};
		await writeFile(join(own, 'package.json'), '{ "type": "module" }');
		await writeFile(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }));
		await writeFile(join(own, 'example.ts'), adapt(source));
		for (const name of ['lamp.jpg', 'lamp.mp4']) await symlink(join(folder, name), join(own, name));
		const fail = (error: Error & { stdout: string; stderr: string }) => {
			throw new Error(`${page}: ${error.stdout}${error.stderr}`);
		};
		await runFile(join(root, 'node_modules/.bin/tsc'), ['--project', own]).catch(fail);
		const env = { ...process.env, TOKEN: seller.token };
		const { stdout } = await runFile(process.execPath, ['example.ts'], { cwd: own, env }).catch(fail);
		expect(stdout).not.toBe('');
	},
);

test('every exclusion matches a command, and its test exists and runs the page', async () => {
	const commands = [...shellCommands.values()].flat().map(({ command }) => command);
	const unused = Object.keys(excluded).filter((start) => !commands.some((command) => command.startsWith(start)));
	expect(unused).toEqual([]);
	for (const reason of Object.values(excluded)) {
		const [path] = /[\w/-]+\.test\.ts/.exec(reason) ?? [];
		if (path) expect(await readFile(join(root, path), 'utf8'), path).toContain('test(');
	}
	for (const [page, path] of Object.entries(pagesOfOtherTests))
		expect(await readFile(join(root, path), 'utf8')).toContain(page);
	for (const [name, path] of Object.entries(packagesOfOtherTests))
		expect(await readFile(join(root, path), 'utf8')).toContain(name);
});

test('finds commands over several lines', () => {
	const block = { page: 'a', line: 1, language: 'sh', text: "# Comment\na \\\n  b\n\nc 'd\ne' | \nf\n" };
	expect(listCommands({ ...block, text: "# Comment\na \\\n  b\n\nc 'd\ne' |\nf\n" })).toEqual([
		'a \\\n  b',
		"c 'd\ne' |\nf",
	]);
	expect(() => listCommands({ ...block, text: "a 'b\n" })).toThrow('does not end');
});
