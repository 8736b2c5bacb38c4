import type { FastifyInstance } from 'fastify';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';

/** Limits beyond which a process sheds load. */
export interface PressureLimits {
	/** Event loop delay in milliseconds above which a sample counts as late. */
	maxDelay: number;
	/** Number of consecutive late samples that start load shedding. A single stall is over before a request could be rejected. */
	samples: number;
	/** Milliseconds between two samples. */
	interval: number;
}

/** With these limits, load shedding starts after about five seconds of delays above one second. */
export const defaultPressureLimits: PressureLimits = { maxDelay: 1000, samples: 4, interval: 250 };

/** Seconds in the `Retry-After` header of a rejected request. */
const retryAfter = 5;

/** Makes the server respond with 503 while the event loop is late. The liveness check still succeeds. */
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
		const isRejected = lateSamples >= samples && request.url !== '/health/live';
		done(isRejected ? new DomainError('unavailable', problemsText.tooBusy, { retryAfter }) : undefined);
	});
}
