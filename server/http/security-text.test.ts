import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/start-server.ts';

const now = Date.UTC(2026, 0, 1);

async function read(env: Record<string, string>) {
	const server = await startTestServer({ clock: { now: () => now }, env });
	onTestFinished(() => server.close());
	const { statusCode, headers, body } = await server.app.inject('/.well-known/security.txt');
	return { status: statusCode, type: headers['content-type'], body };
}

test('serves the contact, an expiry within a year and the canonical URL', async () => {
	const { status, type, body } = await read({
		SECURITY_CONTACT: 'security@market.example',
		PUBLIC_URL: 'https://market.example',
	});
	expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
	expect(body).toBe(
		[
			'Contact: mailto:security@market.example',
			'Expires: 2026-04-01T00:00:00.000Z',
			'Preferred-Languages: en',
			'Canonical: https://market.example/.well-known/security.txt',
			'',
		].join('\n'),
	);
});

test('accepts a page as contact and omits the canonical URL without TLS', async () => {
	const { body } = await read({
		SECURITY_CONTACT: 'https://market.example/report?by=text',
		PUBLIC_URL: 'http://market.example',
	});
	expect(body).toMatch(/^Contact: https:\/\/market\.example\/report\?by=text\nExpires: .*\nPreferred-Languages: en\n$/);
});

test('returns 404 if no contact is configured', async () => {
	expect((await read({})).status).toBe(404);
});
