import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DiskFull } from '../disk-full.ts';
import { Unavailable } from '../unavailable.ts';
import { type ChildLimits, type Confinement, toConfinedCommand } from './confinement.ts';
import { TranscodingFailed } from './errors.ts';

export type RunOptions = {
	/** The child's working folder. */
	folder: string;
	/** Wall-clock seconds until the child and its whole process group are killed. */
	seconds: number;
	/** Largest file the child may write, bytes. */
	outputBytes: number;
	signal?: AbortSignal | undefined;
	/** Called for each line of the standard output, which is then not kept. */
	onLine?: ((line: string) => void) | undefined;
};

export type RunResult = { code: number; stdout: string; stderr: string };

const maxStdout = 4_194_304;
const maxStderr = 16_384;

/**
 * Runs one confined program to its end. Resolves with its exit code whatever that is; throws `TranscodingFailed` when
 * it was killed (`time`, `killed`), the signal's reason when it was aborted, `DiskFull`, and `Unavailable` when someone else asked it to
 * end. Nothing of the group is alive after it.
 */
export async function runConfined(
	confinement: Confinement,
	program: string,
	args: string[],
	{ folder, seconds, outputBytes, signal, onLine }: RunOptions,
): Promise<RunResult> {
	signal?.throwIfAborted();
	const limits: ChildLimits = { processorSeconds: seconds * 2, outputBytes };
	const [command = program, ...rest] = toConfinedCommand(confinement, limits, program, args);
	const child = spawn(command, rest, {
		cwd: folder,
		// Nothing of the server's environment, which holds its secrets.
		env: { LC_ALL: 'C', HOME: '/nonexistent' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});

	function kill(): void {
		if (child.pid === undefined) return;
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// The group is gone already.
		}
	}

	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		kill();
	}, seconds * 1000);
	signal?.addEventListener('abort', kill, { once: true });

	let stdout = '';
	let stderr = '';
	if (onLine !== undefined) createInterface({ input: child.stdout }).on('line', onLine);
	else {
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			stdout += text;
			if (stdout.length > maxStdout) kill();
		});
	}
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr = (stderr + text).slice(-maxStderr);
	});

	try {
		const [code, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (...end) => resolve(end));
		});
		signal?.throwIfAborted();
		if (isLate) throw new TranscodingFailed('time', `stopped after ${seconds} seconds`);
		if (code !== 0 && /No space left on device/.test(stderr)) throw new DiskFull(stderr.trim());
		if (killedBy === 'SIGTERM' || (code !== 0 && /received signal 15/.test(stderr))) {
			throw new Unavailable(`${program} was asked to end`);
		}
		if (code === null) throw new TranscodingFailed('killed', `ended by ${killedBy}: ${stderr.trim()}`);
		return { code, stdout, stderr: stderr.trim() };
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', kill);
		kill();
	}
}
