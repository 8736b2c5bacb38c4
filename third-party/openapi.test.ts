import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCodeBlocks } from '../main/testing/documents.ts';
import { makeJpeg } from '../server/testing/media-files.ts';
import { signUp } from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import * as validationText from '../text/shared/validation.ts';
import { type ClientInput, type ClientResult, newAd } from './openapi-clients/scenario.ts';

interface Finding {
	ruleId: string;
	severity: string;
	message: string;
}

const run = promisify(execFile);
const modules = join(import.meta.dirname, 'node_modules');

let server: TestServer;
let folder: string;
let document: string;

/** Runs a program of this folder's installation. Returns what it prints. */
async function runTool(name: string, args: string[], cwd = folder): Promise<string> {
	const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
	const { stdout } = await run(join(modules, '.bin', name), args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }).catch(
		(error: { stdout: string; stderr: string }) => {
			throw new Error(`${name}: ${error.stdout}${error.stderr}`);
		},
	);
	return stdout;
}

/** Creates a folder in which generated code compiles under strict settings into `compiled`. */
async function makeProject(name: string): Promise<string> {
	const own = join(folder, name);
	await mkdir(join(own, 'generated'), { recursive: true });
	await symlink(modules, join(own, 'node_modules'));
	await writeFile(join(own, 'package.json'), '{ "type": "module" }');
	const compilerOptions = {
		strict: true,
		noUncheckedIndexedAccess: true,
		module: 'nodenext',
		target: 'es2024',
		lib: ['es2024', 'dom', 'dom.iterable'],
		types: [],
		outDir: 'compiled',
	};
	await writeFile(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }));
	return own;
}

/** Generates a client, compiles it with its user in `openapi-clients/`, and runs the user against the server. */
async function runClient(name: string, generate: (folder: string) => Promise<unknown>): Promise<ClientResult> {
	const own = await makeProject(name);
	const source = join(import.meta.dirname, 'openapi-clients');
	for (const file of ['scenario.ts', `${name}.ts`]) await cp(join(source, file), join(own, file));
	await generate(own);
	await runTool('tsc', ['--project', '.'], own);
	const compiled = join(own, 'compiled', `${name}.js`);
	const { runScenario } = (await import(compiled)) as { runScenario: (input: ClientInput) => Promise<ClientResult> };
	const picture = new Blob([new Uint8Array(await makeJpeg())], { type: 'image/jpeg' });
	return runScenario({ baseUrl: server.address, userName: getUserName(name), picture });
}

const getUserName = (client: string) => `${client.replaceAll('-', '_')}_user`;

beforeAll(async () => {
	server = await startTestServer();
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-openapi-'));
	document = join(folder, 'openapi.json');
	await writeFile(document, await (await fetch(`${server.address}/api/docs/json`)).text());
});
afterAll(async () => {
	await server.close();
	await rm(folder, { recursive: true });
});

describe('the OpenAPI document', () => {
	test("follows Redocly's recommended rules", async () => {
		const report = await runTool('redocly', ['lint', document, '--extends=recommended', '--format=json']);
		const { problems } = JSON.parse(report) as { problems: Finding[] };
		const known = [
			// The second parameter of the first path is a number, so no URL has both paths.
			'Found two ambiguous paths: `/api/{target}/{id}/like` and `/api/saved/{list}/{id}`',
		];
		const others = problems.filter(({ message }) => !known.some((text) => message.includes(text)));
		expect(others.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([]);
	});

	test("follows Spectral's rules", async () => {
		const ruleset = join(folder, 'spectral.json');
		await writeFile(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
		const report = await runTool('spectral', [
			'lint',
			document,
			'--ruleset',
			ruleset,
			'--fail-severity=hint',
			'--quiet',
		]);
		expect(report).toBe('');
	});
});

describe('a generated client compiles in strict mode and works:', () => {
	test.for<[string, (own: string) => Promise<unknown>]>([
		[
			'openapi-fetch',
			(own) => runTool('openapi-typescript', [document, '--output', join(own, 'generated/schema.d.ts')]),
		],
		[
			'orval',
			async (own) => {
				const output = {
					target: './generated/api.ts',
					client: 'fetch',
					baseUrl: { getBaseUrlFromSpecification: true },
				};
				const config = { market: { input: document, output } };
				await writeFile(join(own, 'orval.config.js'), `export default ${JSON.stringify(config)}`);
				await runTool('orval', ['--config', 'orval.config.js'], own);
			},
		],
		[
			'hey-api',
			async (own) => {
				const output = { path: 'generated', module: { extension: '.js' } };
				const config = { input: document, output, plugins: ['@hey-api/client-fetch'], logs: { file: false } };
				await writeFile(join(own, 'openapi-ts.config.js'), `export default ${JSON.stringify(config)}`);
				await runTool('openapi-ts', [], own);
			},
		],
	])('%s', async ([name, generate]) => {
		const result = await runClient(name, generate);
		expect(result).toMatchObject({
			userName: getUserName(name),
			ad: { title: newAd.title },
			error: { status: 422, code: 'invalid', field: validationText.titleMissing },
			withoutSession: 401,
		});
		expect(result.listed).toContain(newAd.title);
	});
});

test('the generated client of docs/api.md works', async () => {
	await signUp(server, 'risi');
	const blocks = listCodeBlocks('docs/api.md');
	const adapt = (text = '') => text.replaceAll('http://localhost:3000', server.address);
	const generate = blocks.find(({ text }) => text.includes('npx openapi-typescript'));
	const client = blocks.find(({ text }) => text.includes("from 'openapi-fetch'"));

	const own = await makeProject('guide');
	const [, options = ''] = /npx openapi-typescript (.*)/.exec(adapt(generate?.text)) ?? [];
	await runTool('openapi-typescript', options.split(' '), own);
	await writeFile(join(own, 'index.ts'), adapt(client?.text));
	await runTool('tsc', ['--project', '.'], own);
	await run(process.execPath, [join(own, 'compiled/index.js')]);
	const posts = await (await fetch(`${server.address}/api/posts`)).text();
	expect(posts).toContain('Come and test before you pay');
});
