import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The product in a process of its own, on a free port of loopback. */
export interface RunningServer {
	/** Without a slash at its end. */
	address: string;
	/** What it has printed so far. */
	output: () => string;
	/** The errors that it has logged so far, a line each. */
	errors: () => string[];
	/** Sends SIGTERM and waits for the exit; throws where that is not clean, or an error was logged. */
	stop: () => Promise<void>;
	/** Sends SIGKILL and waits for the exit; nothing where it has ended already. */
	kill: () => Promise<void>;
	/** Resolves once its output matches. */
	waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Starts `program`, a path from the root, with `env` over this process's environment. Rejects where it ends before it listens. */
export async function runServer(program: string, dataDir: string, env: Record<string, string>): Promise<RunningServer> {
	const { CHROMIUM: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env;
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
		cwd: root,
		env: { ...inherited, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const kill = () => child.kill('SIGKILL');
	// However this process ends, and where only the one that started it is gone.
	process.once('exit', kill);
	process.once('disconnect', kill);

	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
	}

	async function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
		const limit = AbortSignal.timeout(600_000);
		for (;;) {
			const match = pattern.exec(text);
			if (match) return match;
			if (hasEnded(child)) throw new Error(`The product has ended:\n${text}`);
			await Promise.race([once(child.stdout, 'data', { signal: limit }), once(child, 'exit', { signal: limit })]);
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
		const giveUp = globalThis.setTimeout(kill, 30_000);
		if (!hasEnded(child)) {
			child.kill('SIGTERM');
			await once(child, 'exit');
		}
		clearTimeout(giveUp);
		process.off('exit', kill);
		process.off('disconnect', kill);
		if (child.exitCode !== 0) throw new Error(`The product did not stop cleanly (${child.exitCode}):\n${text}`);
		if (errors().length > 0) throw new Error(`The product has logged errors:\n${errors().join('\n')}`);
	}

	try {
		const [, address = ''] = await waitForOutput(/^ {2}(http:\S+)\n/m);
		return { address, output: () => text, errors, waitForOutput, stop, kill: killAndWait };
	} catch (error) {
		kill();
		throw error;
	}
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}
