import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

const script = readFileSync(join(root, 'start'), 'utf8');
/** Node's flags and the environment variables of `npm start`. */
const startFlags = (/^exec node (.*)$/m.exec(script)?.[1] ?? '').split(' ').filter((word) => word.startsWith('--'));
const startEnv = Object.fromEntries(
	[...script.matchAll(/^export ([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
);

export interface RunningServer {
	/** Address without a trailing slash. */
	address: string;
	pid: number;
	output: () => string;
	/** Returns the errors logged so far, as JSON lines. */
	errors: () => string[];
	/** Sends SIGTERM and waits for the exit. Rejects if the exit is not clean or an error was logged. */
	stop: () => Promise<void>;
	/** Sends SIGKILL and waits for the exit. Does nothing if the process has ended. */
	kill: () => Promise<void>;
}

/** Starts `program`, a path from the project root, with `env` added to the current environment. Rejects if it ends before it listens. */
export async function runServer(program: string, dataDir: string, env: Record<string, string>): Promise<RunningServer> {
	const { CHROMIUM: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env;
	const child = spawn(process.execPath, [...startFlags, program], {
		cwd: root,
		env: { ...inherited, ...startEnv, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const kill = () => child.kill('SIGKILL');
	// Kills the server when the current process ends or loses the connection to its parent process.
	process.once('exit', kill);
	process.once('disconnect', kill);

	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
	}

	async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
		const timeout = AbortSignal.timeout(600_000);
		for (;;) {
			const match = pattern.exec(text);
			if (match) return match;
			if (hasEnded(child)) throw new Error(`The server has ended:\n${text}`);
			await Promise.race([once(child.stdout, 'data', { signal: timeout }), once(child, 'exit', { signal: timeout })]);
		}
	}

	async function killAndWait(): Promise<void> {
		if (!hasEnded(child)) {
			kill();
			await once(child, 'exit');
		}
		process.off('exit', kill);
		process.off('disconnect', kill);
	}

	const errors = () => text.split('\n').filter((line) => /"level":(50|60)/.test(line));

	async function stop(): Promise<void> {
		const killTimer = globalThis.setTimeout(kill, 30_000);
		if (!hasEnded(child)) {
			child.kill('SIGTERM');
			await once(child, 'exit');
		}
		clearTimeout(killTimer);
		process.off('exit', kill);
		process.off('disconnect', kill);
		if (child.exitCode !== 0) throw new Error(`The server did not stop cleanly (${child.exitCode}):\n${text}`);
		if (errors().length > 0) throw new Error(`The server has logged errors:\n${errors().join('\n')}`);
	}

	try {
		const [, address = ''] = await waitForOutput(/ is running at (http:\S+)\n/);
		return { address, pid: child.pid ?? 0, output: () => text, errors, stop, kill: killAndWait };
	} catch (error) {
		kill();
		throw error;
	}
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}
