import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import {
	type BackupStatus,
	formatBackupTarget,
	isFailure,
	readBackupStatus,
	recordAttempt,
} from '../operator/backup/index.ts';
import type { Platform } from '../platform.ts';
import type { BackUpResult } from './back-up.ts';
import type { BackupOutcome, BackupWork } from './backup-worker.ts';

export interface BackupsDeps extends Pick<Platform, 'config' | 'db' | 'clock'> {
	logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Nigeria is one hour ahead of UTC all year. */
const localOffset = hour;
/** Milliseconds before the second attempt. The delay doubles with each further failure, up to `maxBackOff`. */
const backOff = 5 * minute;
const maxBackOff = hour;
/** Age from which the last backup is too old: a day, and two hours for the next one. */
const maxAge = 26 * hour;
/** Memory for new objects of the thread. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

const workerFile = new URL('./backup-worker.ts', import.meta.url);

export type Backups = ReturnType<typeof createBackups>;

/** Creates the daily backups of the configured target. */
export function createBackups({ config, db, clock, logger }: BackupsDeps) {
	const { target, minute: startMinute } = config.backup;
	const createdAt = clock.now();

	/** Makes a backup if one is due, unless another one runs. Logs the result and stores it. */
	async function backUpIfDue(signal: AbortSignal): Promise<void> {
		if (!target) return;
		const targetText = formatBackupTarget(target);
		const status = await readBackupStatus(db, targetText);
		if (!isBackupDue(status, { now: clock.now(), startMinute })) return;
		const result = await recordAttempt(db, targetText, { clock, signal }, (now) =>
			runWorker({ config, target, now }, signal),
		);
		if (!(result instanceof Error)) logResult(result);
		else if (isFailure(result, signal))
			logger.error({ target: targetText, reason: result.message }, 'No backup was made');
	}

	function logResult({ missing, damaged, lost, allReadAt, ...result }: BackUpResult): void {
		const { name } = result;
		logger.info({ ...result, allReadAt: allReadAt && new Date(allReadAt) }, 'A backup was made');
		if (damaged.length > 0) {
			const keys = { keys: damaged.slice(0, 10), lostKeys: lost.slice(0, 10) };
			const counts = { name, damaged: damaged.length, lost: lost.length };
			logger.error(
				{ ...counts, ...keys },
				'Files in the backups were damaged and were copied again, except the lost ones',
			);
		}
		if (missing.length > 0) {
			const keys = missing.slice(0, 10);
			logger.warn({ name, missing: missing.length, keys }, 'Files are missing in the store and in the backup');
		}
	}

	/**
	 * Returns the result of the daily backups; null if no target is configured. `attention` is set if an administrator has to look: since the
	 * last backup one failed, or it is too old (`since` is its time), or it found damaged files (`since` is null).
	 */
	async function getStatus() {
		if (!target) return null;
		const { last, since } = await readBackupStatus(db, formatBackupTarget(target));
		const failed = since.findLast(({ error }) => error !== null) ?? null;
		const now = clock.now();
		const lastGood = Math.min(last?.started_at ?? since[0]?.started_at ?? createdAt, now);
		const isOverdue = now - lastGood > maxAge;
		const isDamaged = (last?.damaged_files ?? 0) > 0;
		const attention = failed || isOverdue ? { since: lastGood } : isDamaged ? { since: null } : null;
		return { last, failed, attention };
	}

	return { backUpIfDue, getStatus };
}

/** Returns whether a backup is due: none was made since the last daily time, and the delay after a failed attempt is over. */
export function isBackupDue(
	{ last, since }: BackupStatus,
	{ now, startMinute }: { now: number; startMinute: number },
): boolean {
	const offset = startMinute * minute - localOffset;
	const dueSince = Math.floor((now - offset) / day) * day + offset;
	// While the clock was wrong, attempts may have been stored with a later time.
	const isRecent = ({ started_at }: { started_at: number }) => started_at >= dueSince && started_at <= now;
	if (last && isRecent(last)) return false;
	const attempts = since.filter(isRecent);
	const lastAttempt = attempts.at(-1);
	if (!lastAttempt) return true;
	const delay = Math.min(backOff * 2 ** (attempts.length - 1), maxBackOff);
	return now >= (lastAttempt.ended_at ?? lastAttempt.started_at) + delay;
}

/** Makes a backup in a thread. Throws an error with the name and message of the thread's error. */
async function runWorker(work: BackupWork, signal: AbortSignal): Promise<BackUpResult> {
	const worker = new Worker(workerFile, { workerData: work, resourceLimits });
	const stop = () => worker.postMessage('stop');
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	try {
		const [outcome] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
		if (typeof outcome !== 'object') throw new Error('The thread of the backup ended without a result');
		const { result, error } = outcome as BackupOutcome;
		if (!result) throw Object.assign(new Error(error.message), { name: error.name });
		return result;
	} finally {
		signal.removeEventListener('abort', stop);
		await worker.terminate();
	}
}
