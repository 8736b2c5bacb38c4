import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackUpOptions, type BackUpResult, backUp } from './back-up.ts';

export type BackupWork = Omit<BackUpOptions, 'signal'>;

export type BackupOutcome =
	| { result: BackUpResult; error?: undefined }
	| { result?: undefined; error: { name: string; message: string } };

// Makes a backup in a thread of its own. On Linux the priority is that of the thread, and programs that it starts inherit it.
setPriority(19);

const stop = new AbortController();
// Any message stops the backup. The listener must not keep the thread alive.
parentPort?.on('message', () => stop.abort(new Error('The program is stopping')));
parentPort?.unref();

let outcome: BackupOutcome;
try {
	outcome = { result: await backUp({ ...(workerData as BackupWork), signal: stop.signal }) };
} catch (error) {
	const { name, message } = error instanceof Error ? error : new Error(String(error));
	outcome = { error: { name, message } };
}
parentPort?.postMessage(outcome);
