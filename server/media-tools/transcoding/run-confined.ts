import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { DiskFullError } from '../../core/disk-full-error.ts';
import { runStep } from '../../core/operation.ts';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { type ChildLimits, type Confinement, toConfinedCommand } from './confinement.ts';
import { TranscodingError } from './errors.ts';

export type RunOptions = {
	/** Working directory of the child process. */
	folder: string;
	/** Wall-clock seconds until the process group of the child is killed. */
	seconds: number;
	/** Size in bytes of the largest file that the child may write. */
	outputBytes: number;
	signal?: AbortSignal | undefined;
	/** Receives each line of the child's standard output, which is then not collected. */
	onLine?: ((line: string) => void) | undefined;
};

export type ProgramResult = { code: number; stdout: string; stderr: string };

const maxStdout = 4_194_304;
const maxStderr = 16_384;

/**
 * Runs a sandboxed program and resolves with its exit code. Throws `TranscodingError` if a limit or a signal killed it, the reason of an
 * aborted signal, `DiskFullError`, and `ServiceUnavailableError` if SIGTERM ended it. The whole process group has ended afterwards.
 */
export function runConfined(
	confinement: Confinement,
	program: string,
	args: string[],
	options: RunOptions,
): Promise<ProgramResult> {
	const name = basename(program);
	return runStep(
		() => ({ name, attributes: { 'process.executable.name': name } }),
		async (span) => {
			const result = await spawnConfined(confinement, program, args, options);
			span?.setAttributes({ 'process.exit.code': result.code });
			return result;
		},
	);
}

async function spawnConfined(
	confinement: Confinement,
	program: string,
	args: string[],
	{ folder, seconds, outputBytes, signal, onLine }: RunOptions,
): Promise<ProgramResult> {
	signal?.throwIfAborted();
	const limits: ChildLimits = { processorSeconds: seconds * 2, outputBytes };
	const [command = program, ...rest] = toConfinedCommand(confinement, limits, program, args);
	const child = spawn(command, rest, {
		cwd: folder,
		// The child gets no variables of the server's environment, because they include secrets.
		env: { LC_ALL: 'C', HOME: '/nonexistent' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});

	function kill(): void {
		if (child.pid === undefined) return;
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// The process group has already ended.
		}
	}

	let hasTimedOut = false;
	const timer = setTimeout(() => {
		hasTimedOut = true;
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
		if (hasTimedOut) throw new TranscodingError('time', `stopped after ${seconds} seconds`);
		if (code !== 0 && /No space left on device/.test(stderr)) throw new DiskFullError(stderr.trim());
		if (killedBy === 'SIGTERM' || (code !== 0 && /received signal 15/.test(stderr))) {
			throw new ServiceUnavailableError(`${program} was asked to end`);
		}
		if (code === null) throw new TranscodingError('killed', `ended by ${killedBy}: ${stderr.trim()}`);
		return { code, stdout, stderr: stderr.trim() };
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', kill);
		kill();
	}
}
