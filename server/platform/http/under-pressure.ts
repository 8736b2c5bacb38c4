import type { FastifyInstance } from 'fastify';
import * as problemsText from '../../../contract/text/problems.ts';
import { Refusal } from '../refusal.ts';
import { isInProcess } from './in-process.ts';

/** When a process takes no more requests because it falls behind. */
export interface PressureLimits {
	/** Milliseconds that the event loop may be late. */
	lateness: number;
	/** So many looks in a row must find it later than that: one long stall is over before anyone could be refused. */
	looks: number;
	/** Milliseconds between two looks. */
	interval: number;
}

/** Five seconds of work that is more than a second behind. */
export const defaultPressureLimits: PressureLimits = { lateness: 1000, looks: 4, interval: 250 };

/** Seconds. */
const retryAfter = 5;

/** Answers 503 while the event loop stays late. Whether the process lives is told all the same. */
export function refuseUnderPressure(app: FastifyInstance, { lateness, looks, interval }: PressureLimits): void {
	let lateLooks = 0;
	let timer: NodeJS.Timeout;

	function lookAgain(): void {
		const due = performance.now() + interval;
		timer = setTimeout(() => {
			lateLooks = performance.now() - due > lateness ? lateLooks + 1 : 0;
			lookAgain();
		}, interval).unref();
	}

	lookAgain();
	app.addHook('onClose', async () => clearTimeout(timer));
	app.addHook('onRequest', (request, _, done) => {
		const isRefused = lateLooks >= looks && request.url !== '/health/live' && !isInProcess(request);
		done(isRefused ? new Refusal('unavailable', problemsText.tooBusy, { retryAfter }) : undefined);
	});
}
