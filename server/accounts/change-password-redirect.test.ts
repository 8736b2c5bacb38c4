import { expect, test } from 'vitest';
import { startTestServer } from '../testing/start-server.ts';

test('password managers are sent to the page that changes a password, and to nothing else', async () => {
	const server = await startTestServer({ runJobs: false });
	try {
		const { statusCode, headers } = await server.app.inject('/.well-known/change-password');
		expect([statusCode, headers.location]).toEqual([302, '/dashboard/password']);
		// By this path, password managers detect servers that respond 200 for anything.
		const detection = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
		expect((await server.app.inject(detection)).statusCode).toBe(404);
	} finally {
		await server.close();
	}
});
