import type { FastifyInstance } from 'fastify';
import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';
import { isInProcess } from './in-process.ts';

/** When a process takes no more requests because it falls behind. */
export interface PressureLimits {
	/** Milliseconds that the event loop may be late. */
	maxDelay: number;
	/** So many looks in a row must find it later than that: one long stall is over before anyone could be refused. */
	samples: number;
	/** Milliseconds between two looks. */
	interval: number;
}

/** Five seconds of work that is more than a second behind. */
export const defaultPressureLimits: PressureLimits = { maxDelay: 1000, samples: 4, interval: 250 };

/** Seconds. */
const retryAfter = 5;

/** Answers 503 while the event loop stays late. Whether the process lives is told all the same. */
export function rejectUnderPressure(app: FastifyInstance, { maxDelay, samples, interval }: PressureLimits): void {
	let lateSamples = 0;
	let timer: NodeJS.Timeout;

	function scheduleSample(): void {
		const due = performance.now() + interval;
		timer = setTimeout(() => {
			lateSamples = performance.now() - due > maxDelay ? lateSamples + 1 : 0;
			scheduleSample();
		}, interval).unref();
	}

	scheduleSample();
	app.addHook('onClose', async () => clearTimeout(timer));
	app.addHook('onRequest', (request, _, done) => {
		const isRejected = lateSamples >= samples && request.url !== '/health/live' && !isInProcess(request);
		done(isRejected ? new DomainError('unavailable', problemsText.tooBusy, { retryAfter }) : undefined);
	});
}
