import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { format } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { getErrorCodes } from './contract/core/endpoint.ts';
import { statusByCode } from './server/http/problems.ts';

// An unexpected console.error makes a test fail. A test that expects one spies on console.error.
const unexpected: string[] = [];

console.error = (...words: unknown[]) => {
	unexpected.push(format(...words));
};

afterEach(() => {
	vi.useRealTimers();
	const [first] = unexpected.splice(0);
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first}`);
});

// An error status that the route's endpoint does not declare also makes a test fail, except 416, which depends only on the Range header.
function checkStatuses(message: unknown): void {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onSend', async ({ method, routeOptions: { url, config } }, { statusCode }) => {
		if (statusCode < 400 || statusCode === 416 || !config.endpoint) return;
		const isDeclared = [...getErrorCodes(config.endpoint)].some((code) => statusByCode[code] === statusCode);
		if (!isDeclared) console.error(`${method} ${url} responded with the undeclared status ${statusCode}`);
	});
}

// Unsubscribes after each file, because the next test file of this worker subscribes again. Neither hook runs if all tests are skipped.
beforeAll(() => subscribe('fastify.initialization', checkStatuses));
afterAll(() => void unsubscribe('fastify.initialization', checkStatuses));
