import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readConfig } from '../../server/core/config.ts';
import type { LocalCommand } from './define-command.ts';
import { UsageError } from './parse-arguments.ts';

const passphraseName = 'EXPORT_PASSPHRASE';
/** Shorter passphrases can be guessed by whoever has the export. */
const minPassphraseLength = 12;
/** Minimum milliseconds between two lines of progress. */
const progressInterval = 100;

/**
 * Runs a local command until it ends or the person stops it. `isQuiet` shows no progress. Throws the error of the command, and `UsageError`
 * for a passphrase that is missing or too short.
 */
export async function runHere(
	command: LocalCommand,
	input: Record<string, unknown>,
	{ env, isQuiet }: { env: NodeJS.ProcessEnv; isQuiet: boolean },
): Promise<object> {
	const stop = new AbortController();
	const abort = () => stop.abort(new Error('It was stopped'));
	for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, abort);
	const progress = createProgressLine(!isQuiet && process.stderr.isTTY);
	try {
		return await command.runHere(
			{
				// Warnings go to standard error, because standard output belongs to the result.
				config: readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL || 'warn' }),
				signal: stop.signal,
				showProgress: progress.show,
				readPassphrase: ({ isNew }) => readPassphrase(env[passphraseName], isNew),
			},
			input,
		);
	} finally {
		progress.end();
		for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, abort);
	}
}

/** Creates a line on the terminal that is overwritten by the next text. */
function createProgressLine(isShown: boolean) {
	const clear = '\r\u001b[K';
	let last = 0;
	return {
		show(text: string) {
			if (!isShown || performance.now() - last < progressInterval) return;
			last = performance.now();
			process.stderr.write(`${clear}${text}`);
		},
		end() {
			if (isShown) process.stderr.write(clear);
		},
	};
}

async function readPassphrase(fromEnvironment: string | undefined, isNew: boolean): Promise<string> {
	const passphrase = fromEnvironment || (await askForPassphrase(isNew));
	if (!isNew) return passphrase;
	if (passphrase.length < minPassphraseLength)
		throw new UsageError(`The passphrase needs at least ${minPassphraseLength} characters`);
	// Nobody could type it at a terminal.
	if (/\p{Cc}/u.test(passphrase)) throw new UsageError('The passphrase must be one line without control characters');
	return passphrase;
}

async function askForPassphrase(isNew: boolean): Promise<string> {
	if (!process.stdin.isTTY) throw new UsageError(`Set ${passphraseName}: nobody can type the passphrase here`);
	const passphrase = await askWithoutEcho('Passphrase of the export: ');
	if (isNew && (await askWithoutEcho('The same again: ')) !== passphrase)
		throw new UsageError('The two passphrases differ');
	return passphrase;
}

async function askWithoutEcho(question: string): Promise<string> {
	process.stderr.write(question);
	// The terminal echoes through this stream, which drops everything.
	const output = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({ input: process.stdin, output, terminal: true });
	const closed = new Promise<never>((_, reject) => {
		// Ctrl-C and Ctrl-D close the interface, and `question` would wait forever.
		terminal.once('close', () => reject(new Error('It was stopped')));
	});
	try {
		return await Promise.race([terminal.question(''), closed]);
	} finally {
		terminal.close();
		process.stderr.write('\n');
	}
}
