import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { handleError } from './problems.ts';
import { defaultPressureLimits, type PressureLimits, rejectUnderPressure } from './under-pressure.ts';

let app: FastifyInstance;
let isLoaded = false;

afterEach(() => {
	isLoaded = false;
	return app.close();
});

function serve(limits: PressureLimits): void {
	app = Fastify();
	app.setErrorHandler(handleError);
	rejectUnderPressure(app, limits);
	for (const path of ['/', '/health/live']) app.get(path, async () => 'here');
}

const getStatus = async (path: string) => (await app.inject(path)).statusCode;

function block(milliseconds: number): void {
	for (const ends = performance.now() + milliseconds; performance.now() < ends; );
}

/** Blocks the event loop again and again until `isLoaded` is false. */
function load(milliseconds: number): void {
	if (!isLoaded) return;
	block(milliseconds);
	setTimeout(load, 0, milliseconds);
}

test('accepts requests after one stall of 2.5 seconds', async () => {
	serve(defaultPressureLimits);
	expect(await getStatus('/')).toBe(200);
	block(2500);
	expect(await getStatus('/')).toBe(200);
});

test('rejects requests during a lasting load, except the liveness check', async () => {
	serve({ maxDelay: 200, samples: 4, interval: 10 });
	isLoaded = true;
	load(250);
	await expect.poll(() => getStatus('/'), { interval: 1 }).toBe(503);
	const { statusCode, headers } = await app.inject('/');
	expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
	expect(await getStatus('/health/live')).toBe(200);
	isLoaded = false;
	await expect.poll(() => getStatus('/')).toBe(200);
});
