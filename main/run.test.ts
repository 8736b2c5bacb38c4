import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../server/testing/database.ts';
import { callServer } from './commands/call-server.ts';

const program = join(import.meta.dirname, '..', 'endurance', 'support', 'api.ts');

/** Makes a data directory. `isEmpty` is true for a first start, which migrates an empty database. */
async function makeDataDir({ isEmpty = false } = {}): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-run-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	if (!isEmpty) await makeTestDatabase('sqlite', join(folder, 'kasuwa.sqlite'));
	return folder;
}

/** Starts the API with some environment variables. On a terminal, its output has the line ends of a terminal. */
function start(env: Record<string, string>, { onTerminal = false } = {}) {
	const { LOG_LEVEL: _, ...inherited } = process.env;
	const command = [process.execPath, '--disable-warning=ExperimentalWarning', program];
	const [file = '', ...args] = onTerminal ? ['script', '-qec', `exec ${command.join(' ')}`, '/dev/null'] : command;
	const child = spawn(file, args, {
		env: { ...inherited, HOST: '127.0.0.1', PORT: '0', SAMPLE_CONTENT: 'off', ...env },
		stdio: 'pipe',
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const result = { child, output: '', exit: once(child, 'exit') };
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			result.output += part;
		});
	}
	return result;
}

async function waitForEnd(started: { child: ChildProcess; output: string; exit: Promise<unknown[]> }) {
	const [code] = await started.exit;
	return { code, output: started.output };
}

test('prints the address and the password on a terminal without log lines, and stops with Ctrl-C', async () => {
	const dataDir = await makeDataDir({ isEmpty: true });
	const started = start({ DATA_DIR: dataDir, LOG_LEVEL: '' }, { onTerminal: true });
	await expect.poll(() => started.output).toContain('Press Ctrl-C to stop.');
	const level = { name: 'LOG_LEVEL', value: 'warn', source: 'environment' };
	expect(await callServer(dataDir, { command: 'config show', input: {} })).toMatchObject({
		result: { settings: expect.arrayContaining([level]) },
	});
	started.child.stdin.write('\x03');
	const { code, output } = await waitForEnd(started);
	expect(code).toBe(0);
	const lines = output.split(/[\r\n]+/).filter((line) => line.trim() !== '');
	expect(lines).toEqual([
		expect.stringMatching(/^ {2}Kasuwa is running at http:\/\/localhost:\d+$/),
		expect.stringMatching(/^ {2}Administrator: log in at http:\S+\/admin with \S+$/),
		expect.stringMatching(/^ {2}Password: \S+ \(shown this once; you will be asked to change it\)$/),
		'  Press Ctrl-C to stop.',
		'^C',
		'  Stopping Kasuwa …',
	]);
});

test('prints a log for people on a terminal', async () => {
	const terminal = start({ DATA_DIR: await makeDataDir(), LOG_LEVEL: 'info' }, { onTerminal: true });
	await expect.poll(() => terminal.output).toContain(' is running at ');
	terminal.child.kill('SIGTERM');
	await terminal.exit;
	expect(terminal.output).toMatch(/^\[\d\d:\d\d:\d\d\] \S*INFO\S*: \S*Server listening at /m);
	expect(terminal.output).not.toContain('{"level"');
});

test('prints its log as JSON elsewhere, and says what to do if the port is taken, or the data directory is in use or cannot be written', async () => {
	const taken = createServer().listen(0, '127.0.0.1');
	await once(taken, 'listening');
	onTestFinished(() => void taken.close());
	const { port } = taken.address() as { port: number };
	const dataDir = await makeDataDir();
	const running = start({ DATA_DIR: dataDir });
	await expect.poll(() => running.output).toContain(' is running at ');
	expect(running.output).toMatch(/^\{"level":30,.*"msg":"Server listening at /m);
	const [portTaken, inUse, notWritable] = await Promise.all(
		[
			start({ DATA_DIR: await makeDataDir(), PORT: String(port) }),
			start({ DATA_DIR: dataDir }),
			start({ DATA_DIR: join(program, 'data') }),
		].map(waitForEnd),
	);
	expect(portTaken?.output).toContain(
		`Kasuwa cannot start. Another program already uses port ${port}. Stop it, or set PORT to another one, such as ${port + 1}.\n`,
	);
	expect(inUse?.output).toContain('Stop it first, or set DATA_DIR to another folder.\n');
	expect(notWritable?.output).toContain('(ENOTDIR). Set DATA_DIR to a folder that this user may write to.\n');
	expect([portTaken, inUse, notWritable].map((ended) => ended?.code)).toEqual([1, 1, 1]);
});

test('a signal while the market is filled ends the program cleanly', async () => {
	const started = start({ DATA_DIR: await makeDataDir(), SAMPLE_CONTENT: 'on' });
	await expect.poll(() => started.output).toContain('Filling the market');
	started.child.kill('SIGTERM');
	expect(await waitForEnd(started)).toMatchObject({ code: 0, output: expect.not.stringContaining('http://') });
});
