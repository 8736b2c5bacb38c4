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

const statusOf = async (path: string) => (await app.inject(path)).statusCode;

function block(milliseconds: number): void {
	for (const ends = performance.now() + milliseconds; performance.now() < ends; );
}

/** Work that is never done, of so many milliseconds at a time. */
function load(milliseconds: number): void {
	if (!isLoaded) return;
	block(milliseconds);
	setTimeout(load, 0, milliseconds);
}

test('one stall of 2.5 seconds refuses nobody', async () => {
	serve(defaultPressureLimits);
	expect(await statusOf('/')).toBe(200);
	block(2500);
	expect(await statusOf('/')).toBe(200);
});

test('a lasting load is refused until it is over, but for the question whether the process lives', async () => {
	serve({ maxDelay: 200, samples: 4, interval: 10 });
	isLoaded = true;
	load(250);
	await expect.poll(() => statusOf('/'), { interval: 1 }).toBe(503);
	const { statusCode, headers } = await app.inject('/');
	expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
	expect(await statusOf('/health/live')).toBe(200);
	isLoaded = false;
	await expect.poll(() => statusOf('/')).toBe(200);
});
