import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { format } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

// An error that nobody expected fails its test. A test that expects one puts a spy on console.error.
const unexpected: string[] = [];

console.error = (...words: unknown[]) => {
	unexpected.push(format(...words));
};

afterEach(() => {
	vi.useRealTimers();
	const [first] = unexpected.splice(0);
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first}`);
});

// So does an error with a status that the schema of its route does not declare, from any server of a test.
// 416 answers the header Range, whatever the endpoint.
function checkStatuses(message: unknown): void {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onSend', async ({ method, routeOptions: { url, schema } }, { statusCode }) => {
		const isDeclared = !schema?.response || statusCode in Object(schema.response);
		if (statusCode >= 400 && statusCode !== 416 && !isDeclared)
			console.error(`${method} ${url} answered ${statusCode}, which it does not declare`);
	});
}

// The next file of this worker subscribes for itself. Neither hook runs in a file whose tests are all skipped.
beforeAll(() => subscribe('fastify.initialization', checkStatuses));
afterAll(() => void unsubscribe('fastify.initialization', checkStatuses));
